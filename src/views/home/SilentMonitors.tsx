import { Go } from '../parts/act/Go.tsx'
import { formats } from '../parts/text/format.ts'
import { StatusShape } from '../parts/text/StatusShape.tsx'
import { Time } from '../parts/text/Time.tsx'
import classes from './HomeScreen.module.css'
import type { Synopsis } from './synopsis.ts'

/** Monitors that have been without data for the longest, and their total number. */
export const SilentMonitors = ({ silent: { count, longest } }: { silent: Synopsis['no_data'] }) => (
  <div className={classes.silent}>
    <ul className={classes.list} aria-label="Monitors without data">
      {longest.map(({ call_id, name, since, locations }) => (
        <li key={call_id}>
          <StatusShape category="NO_DATA" label="No data" />
          <Go to="monitor" params={{ callId: call_id }} className="strong trunc">
            {name}
          </Go>
          <Time at={since} />
          <p>{locations === 1 ? 'No data from one location' : `No data from ${formats.count(locations)} locations`}</p>
        </li>
      ))}
    </ul>
    {count > longest.length && (
      <p className={classes.more}>
        <Go to="monitors" search={{ result: 'NO_DATA' }} kind="text">
          {`All ${formats.count(count)} monitors without data`}
        </Go>
      </p>
    )}
  </div>
)
