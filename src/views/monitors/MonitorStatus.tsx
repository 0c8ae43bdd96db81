import { Badge } from '../parts/text/Badge.tsx'
import { formats } from '../parts/text/format.ts'
import { StatusShape } from '../parts/text/StatusShape.tsx'
import { useTicking } from '../parts/text/ticker.ts'
import { failingSentence, type Monitor, statusOf, statusWord } from './monitor-list.ts'
import classes from './monitors.module.css'

const For = ({ since }: { since: string }) => (
  <span className={classes.since}>{useTicking((now) => `for ${formats.span(now - Date.parse(since))}`)}</span>
)

/** Status of a monitor in a row: its last result, or the time without data. */
export const MonitorStatus = ({ monitor }: { monitor: Monitor }) => {
  const { no_data } = monitor
  const status = statusOf(monitor)
  if (no_data?.everywhere)
    return (
      <>
        <Badge category="NO_DATA" />
        <For since={no_data.since} />
      </>
    )
  const some = no_data && `No data from ${no_data.locations.map(({ location_id }) => location_id).join(', ')}`
  return (
    <span className={classes.status}>
      {status ? (
        <span data-tip={failingSentence(monitor)}>
          <Badge category={status} word={statusWord(monitor)} />
        </span>
      ) : (
        <span className="muted">—</span>
      )}
      {some && (
        <span data-tip={some}>
          <StatusShape category="NO_DATA" label={some} />
        </span>
      )}
    </span>
  )
}
