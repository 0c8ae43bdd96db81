import { type DeliveryStatus, deliveryProblem, deliveryWord } from '../../../domain/core/delivery-status.ts'
import { tip } from '../overlay/tip.ts'
import { classNames } from './class-names.ts'
import classes from './DeliveryState.module.css'
import { deliveryLooks } from './delivery-looks.ts'
import { formats } from './format.ts'
import { StatusShape } from './StatusShape.tsx'
import { Time } from './Time.tsx'
import { countdownNow, useTicking } from './ticker.ts'

type DeliveryStateProps = {
  delivery: { readonly status: DeliveryStatus; readonly http_code: number | null; readonly error: string | null }
  /** The last attempt. */
  at?: string | null | undefined
  /** The next attempt, if the delivery is retried. */
  next?: string | null | undefined
  /** Shows only the shape on phones; the words are still read out. */
  slim?: boolean
  /** Shows the whole problem instead of its first line. */
  whole?: boolean
}

/** The next attempt, counted down: "next try in 44 s". */
const NextTry = ({ at }: { at: string }) => {
  const instant = Date.parse(at)
  const text = useTicking((clock) => {
    const now = countdownNow(clock)
    return instant - now < 1000 ? 'now' : formats.ago(instant, now)
  })
  return (
    <>
      next try <time dateTime={at}>{text}</time>
    </>
  )
}

/** What stands between a status and its last attempt: "Delivered 3 min ago", but "Retrying, last try 3 min ago". */
const LEADS: Partial<Record<DeliveryStatus, string>> = {
  sending: 'last try ',
  retrying: 'last try ',
  failed: 'last try ',
  kept: 'written ',
}

/** Status of a delivery, and below it why it has not arrived. */
export const DeliveryState = ({ delivery, at, next, slim = false, whole = false }: DeliveryStateProps) => {
  const { status } = delivery
  const why = deliveryProblem(delivery)
  const upcoming = status === 'retrying' ? next : null
  return (
    <span className={classNames(classes.outcome, slim && classes.slim)}>
      <StatusShape category={deliveryLooks[delivery.status]} />
      <span className={classes.words}>
        <span>
          {deliveryWord(delivery)}
          {(upcoming || at) && (LEADS[status] === undefined ? ' ' : ', ')}
          {upcoming ? (
            <span className={classes.when}>
              <NextTry at={upcoming} />
            </span>
          ) : (
            at && (
              <span className={classes.when}>
                {LEADS[status]}
                <Time at={at} />
              </span>
            )
          )}
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
