import classes from './Changes.module.css'
import type { Difference } from './difference.ts'

/** Rows drawn: a list that was loaded anew differs in everything. */
const MOST = 20
const LONGEST = 120

const words = (value: unknown): string => {
  const text = JSON.stringify(value) ?? ''
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}

/** Values that differ from the step before; null if that step is not kept. */
export const Changes = ({ changes }: { changes: readonly Difference[] | null }) => {
  if (changes === null) return <p className={classes.none}>This is the first recorded step of the machine.</p>
  if (changes.length === 0) return <p className={classes.none}>Nothing</p>
  return (
    <ul className={classes.changes} aria-label="Changed by the event">
      {changes.slice(0, MOST).map((change) => (
        <li key={change.path}>
          <code>{change.path || 'context'}</code>
          {'before' in change && (
            <del>
              <span className="sr">before: </span>
              {words(change.before)}
            </del>
          )}
          {'after' in change && (
            <ins>
              <span className="sr">after: </span>
              {words(change.after)}
            </ins>
          )}
        </li>
      ))}
      {changes.length > MOST && <li className={classes.none}>and {changes.length - MOST} more</li>}
    </ul>
  )
}
