import { changeLines } from '../../domain/audit/audit-lines.ts'
import type { Entry } from './audit-entry.ts'
import classes from './audits.module.css'

type Change = Entry['changes'][number]

/** More than this is not read; the rest is said in a line. */
const MOST_LINES = 40

const Lines = ({ kind, lines }: { kind: 'removed' | 'added'; lines: readonly string[] }) => {
  const Line = kind === 'added' ? 'ins' : 'del'
  return (
    <>
      {lines.slice(0, MOST_LINES).map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity but their place
        <Line key={index} className={classes[kind]}>
          <span className="sr">{kind === 'added' ? 'Now: ' : 'Before: '}</span>
          {line === '' ? ' ' : line}
        </Line>
      ))}
      {lines.length > MOST_LINES && <p className="muted">and {lines.length - MOST_LINES} more lines</p>}
    </>
  )
}

/** One field: what it was, and what it is. */
export const ChangeRow = ({ change }: { change: Change }) => {
  const { removed, added, kept } = changeLines(change)
  return (
    <div className={classes.change}>
      <dt className="mono">{change.path === '' ? 'all of it' : change.path}</dt>
      <dd>
        <Lines kind="removed" lines={removed} />
        <Lines kind="added" lines={added} />
        {removed.length + added.length === 0 && <p className="muted">The same lines in another order</p>}
        {kept > 0 && <p className="muted">{kept === 1 ? '1 stays as it was' : `${kept} stay as they were`}</p>}
      </dd>
    </div>
  )
}
