import type { ReactNode } from 'react'
import { buttonClass } from '../act/button-kind.ts'
import classes from './FilterBar.module.css'

type FilterBarProps = {
  /** "Filter monitors" */
  label: string
  /** Search first, then facets. */
  children: ReactNode
  /** Takes all filters off; absent or null while there are none. */
  onClear?: (() => void) | null | undefined
  /** "14 of 48 monitors" */
  count?: ReactNode
  /** At the end of the line. */
  actions?: ReactNode
}

/** The filters of a list, which live in its address. */
export const FilterBar = ({ label, children, onClear, count, actions }: FilterBarProps) => (
  <search className={classes.bar} aria-label={label}>
    {children}
    {onClear && (
      <button type="button" className={buttonClass({ kind: 'ghost', size: 'small' })} onClick={onClear}>
        Clear
      </button>
    )}
    <span className={classes.count} role="status">
      {count}
    </span>
    {actions}
  </search>
)
