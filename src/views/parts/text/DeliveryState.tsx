import { type DeliveryStatus, deliveryProblem, deliveryWord } from '../../../domain/core/delivery-status.ts'
import { tip } from '../overlay/tip.ts'
import { classNames } from './class-names.ts'
import classes from './DeliveryState.module.css'
import { deliveryLooks } from './delivery-looks.ts'
import { StatusShape } from './StatusShape.tsx'
import { Time } from './Time.tsx'

type DeliveryStateProps = {
  delivery: { readonly status: DeliveryStatus; readonly http_code: number | null; readonly error: string | null }
  /** The time that the status is about, such as the last attempt, or the next one. */
  at?: string | null | undefined
  /** Shows only the shape on phones; the words are still read out. */
  slim?: boolean
  /** Shows the whole problem instead of its first line. */
  whole?: boolean
}

/** Status of a delivery, and below it why it has not arrived. */
export const DeliveryState = ({ delivery, at, slim = false, whole = false }: DeliveryStateProps) => {
  const why = deliveryProblem(delivery)
  return (
    <span className={classNames(classes.outcome, slim && classes.slim)}>
      <StatusShape category={deliveryLooks[delivery.status]} />
      <span className={classes.words}>
        <span>
          {deliveryWord(delivery)} {at && <Time at={at} />}
        </span>
        {why !== '' && (
          <small className={whole ? classes.whole : 'trunc'} {...(whole ? {} : tip(why, 'cut'))}>
            {why}
          </small>
        )}
      </span>
    </span>
  )
}
