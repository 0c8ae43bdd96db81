import { classNames } from '../parts/text/class-names.ts'
import classes from './conditions.module.css'

/** Heads above conditions that are shown as rows of a table. Each control has a name of its own for screen readers. */
export const ColumnHeads = ({ heads, className }: { heads: readonly string[]; className: string | undefined }) => (
  <div className={classNames(classes.face, classes.heads, className)} aria-hidden>
    {heads.map((head) => (
      <span key={head}>{head}</span>
    ))}
  </div>
)
