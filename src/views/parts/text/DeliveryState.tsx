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

/** The time of a status, so that both read as one: "Delivered 3 min ago", "Retrying, last try 3 min ago". */
const When = ({ status, at, next }: { status: DeliveryStatus } & Pick<DeliveryStateProps, 'at' | 'next'>) => {
  if (status === 'retrying' && next) return <NextTry at={next} />
  if (!at) return null
  return (
    <>
      {LAST_TRIED.includes(status) && 'last try '}
      <Time at={at} />
    </>
  )
}

/** Statuses that say how the last attempt went; the words of any other are about its time themselves. */
const LAST_TRIED: readonly DeliveryStatus[] = ['retrying', 'failed']

/** Status of a delivery, and below it why it has not arrived. */
export const DeliveryState = ({ delivery, at, next, slim = false, whole = false }: DeliveryStateProps) => {
  const { status } = delivery
  const why = deliveryProblem(delivery)
  const hasTime = Boolean(at) || (status === 'retrying' && Boolean(next))
  return (
    <span className={classNames(classes.outcome, slim && classes.slim)}>
      <StatusShape category={deliveryLooks[delivery.status]} />
      <span className={classes.words}>
        <span>
          {deliveryWord(delivery)}
          {hasTime && (LAST_TRIED.includes(status) ? ', ' : ' ')}
          {hasTime && (
            <span className={classes.when}>
              <When status={status} at={at} next={next} />
            </span>
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
