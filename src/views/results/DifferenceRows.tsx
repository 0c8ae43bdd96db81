import type { ReactNode } from 'react'
import classes from './difference.module.css'

/** A row of a difference: its name, and what each side has; null where a side has nothing. */
export type DifferenceRow = {
  readonly id: string
  readonly name: ReactNode
  /** A word on the kind of difference, where the sides do not show it. */
  readonly note?: string | undefined
  readonly before: string | null
  readonly after: string | null
}

type DifferenceRowsProps = { readonly label: string; readonly what: string; readonly rows: readonly DifferenceRow[] }

/** A value beyond this length is cut off. */
const LONGEST = 4_000

const shortened = (text: string): string =>
  text.length > LONGEST ? `${text.slice(0, LONGEST)}… (${text.length} characters)` : text

const Side = ({ head, value, kind }: { head: string; value: string | null; kind: 'before' | 'after' }) => (
  <td className={value === null ? classes.nothing : classes[kind]} data-head={head}>
    {value === null ? <span className="muted">nothing</span> : <code>{shortened(value)}</code>}
  </td>
)

/** Differences with both sides beside each other; on narrow screens one below the other. */
export const DifferenceRows = ({ label, what, rows }: DifferenceRowsProps) => (
  <table className={classes.rows} aria-label={label}>
    <thead>
      <tr>
        <th scope="col">{what}</th>
        <th scope="col">Last pass</th>
        <th scope="col">This result</th>
      </tr>
    </thead>
    <tbody>
      {rows.map(({ id, name, note, before, after }) => (
        <tr key={id}>
          <th scope="row">
            {name}
            {note !== undefined && <span className="muted"> {note}</span>}
          </th>
          <Side head="Last pass" value={before} kind="before" />
          <Side head="This result" value={after} kind="after" />
        </tr>
      ))}
    </tbody>
  </table>
)
