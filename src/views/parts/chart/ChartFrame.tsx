import { type ReactNode, useState } from 'react'
import { Act } from '../act/Act.tsx'
import type { ActSpec } from '../act/acts.ts'
import { buttonClass } from '../act/button-kind.ts'
import { tip } from '../overlay/tip.ts'
import { Card } from '../text/Card.tsx'
import { Icon } from '../text/Icon.tsx'
import classes from './ChartFrame.module.css'

type ChartFrameProps = {
  /** "Latency" */
  title: string
  /** Unit and window: "ms, total, 24 h to 14:20 UTC". */
  sub?: ReactNode
  controls?: ReactNode
  /** The same figures as a table. */
  table?: ReactNode
  /** Shows the table initially; a new `key` resets it. */
  startsAsTable?: boolean | undefined
  /** Download command. */
  downloading?: ActSpec | undefined
  legend?: ReactNode
  children: ReactNode
}

/** Chart with title, table view and download. */
export const ChartFrame = (props: ChartFrameProps) => {
  const { title, sub, controls, table, downloading, legend, children } = props
  const [asTable, setAsTable] = useState(props.startsAsTable ?? false)
  const words = asTable ? 'Show as chart' : 'Show as table'
  return (
    <Card
      title={title}
      sub={sub}
      flush={asTable}
      actions={
        <>
          {controls}
          <span className={classes.tools}>
            {table !== undefined && (
              <button
                type="button"
                className={buttonClass({ kind: 'ghost', size: 'small', iconOnly: true })}
                aria-label={`${words}: ${title}`}
                onClick={() => setAsTable(!asTable)}
                {...tip(words)}
              >
                <Icon name={asTable ? 'chart' : 'table'} />
              </button>
            )}
            {downloading && <Act {...downloading} kind="ghost" size="small" icon="download" iconOnly />}
          </span>
        </>
      }
    >
      {asTable ? table : children}
      {!asTable && legend && <div className={classes.legend}>{legend}</div>}
    </Card>
  )
}

export type LegendEntry = { readonly label: string; readonly swatch: ReactNode }

/** Legend of a chart whose lines cannot be labelled. */
export const Legend = ({ entries }: { entries: readonly LegendEntry[] }) => (
  <>
    {entries.map(({ label, swatch }) => (
      <span key={label} className={classes.entry}>
        {swatch}
        {label}
      </span>
    ))}
  </>
)
