import { formats } from './format.ts'
import { useTicking } from './ticker.ts'

type TimeProps = {
  /** Unix ms, or as the wire writes it; null: "—". */
  at: number | string | null | undefined
  /** `ago` (default) is relative for a day; `full` has seconds and zone; `utc` the same in UTC. */
  as?: 'ago' | 'full' | 'utc'
}

/** An instant. The tooltip says it in UTC. */
export const Time = ({ at, as = 'ago' }: TimeProps) => {
  const instant = typeof at === 'string' ? Date.parse(at) : (at ?? Number.NaN)
  const known = Number.isFinite(instant)
  const text = useTicking((now) => {
    if (!known) return '—'
    return as === 'ago' ? formats.ago(instant, now) : as === 'full' ? formats.instant(instant) : formats.utc(instant)
  })
  if (!known) return <span className="muted">{text}</span>
  return <time dateTime={new Date(instant).toISOString()}>{text}</time>
}
