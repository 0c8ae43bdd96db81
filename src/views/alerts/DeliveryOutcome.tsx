import { tip } from '../parts/overlay/tip.ts'
import { classNames } from '../parts/text/class-names.ts'
import { StatusShape } from '../parts/text/StatusShape.tsx'
import { Time } from '../parts/text/Time.tsx'
import classes from './DeliveryOutcome.module.css'
import { deliveryWords, failureText } from './delivery-words.ts'
import type { Webhook } from './webhook-list.ts'

/** When the newest message was sent, and how that went: what went wrong stands below. */
export const DeliveryOutcome = ({ last }: { last: Webhook['last_delivery'] }) => {
  if (last === null) return <span className="muted hide-s">none yet</span>
  const { category, word } = deliveryWords[last.status]
  const why = last.status === 'delivered' ? '' : failureText(last)
  return (
    <span className={classNames(classes.outcome, classes.slim)}>
      <StatusShape category={category} />
      <span className={classes.words}>
        <span>
          {word} <Time at={last.time} />
        </span>
        {why !== '' && (
          <small className="trunc" {...tip(why, 'cut')}>
            {why}
          </small>
        )}
      </span>
    </span>
  )
}
