import { formats } from './format.ts'
import { countdownNow, useTicking } from './ticker.ts'

type TimeProps = {
  /** Unix ms or wire format; null shows "—". */
  at: number | string | null | undefined
  /** `ago` (default) is relative for a day; `full` has seconds and time zone; `utc` is `full` in UTC. */
  as?: 'ago' | 'full' | 'utc'
}

/** The clock of a relative time: that of an instant to come is a countdown. */
const agoNow = (instant: number, now: number): number => {
  const counted = countdownNow(now)
  return instant > counted ? counted : now
}

/** Instant, with its UTC form as tooltip. */
export const Time = ({ at, as = 'ago' }: TimeProps) => {
  const instant = typeof at === 'string' ? Date.parse(at) : (at ?? Number.NaN)
  const known = Number.isFinite(instant)
  const text = useTicking((now) => {
    if (!known) return '—'
    return as === 'ago'
      ? formats.ago(instant, agoNow(instant, now))
      : as === 'full'
        ? formats.instant(instant)
        : formats.utc(instant)
  })
  if (!known) return <span className="muted">{text}</span>
  return <time dateTime={new Date(instant).toISOString()}>{text}</time>
}
