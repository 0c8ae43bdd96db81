import { type ReactNode, useMemo, useState } from 'react'
import { FormButton } from '../act/FormButton.tsx'
import classes from './AllColumns.module.css'
import type { Column } from './table-column.ts'

/** Columns without what hides them on narrow screens. */
const inFull = <Row,>(columns: readonly Column<Row>[]): readonly Column<Row>[] =>
  columns.map(({ hide: _, ...column }) => column)

/**
 * A way to the columns that a narrow screen hides: a button, which wide screens do not show, draws all of them. The table then scrolls
 * sideways.
 */
export const useAllColumns = <Row,>(
  columns: readonly Column<Row>[],
): { readonly columns: readonly Column<Row>[]; readonly toggle: ReactNode } => {
  const [isAll, showAll] = useState(false)
  const shown = useMemo(() => (isAll ? inFull(columns) : columns), [isAll, columns])
  // The widest screen on which a column is hidden.
  const from = (['m', 't', 's'] as const).find((size) => columns.some(({ hide }) => hide === size))
  const toggle = from && (
    <span className={classes[from]}>
      <FormButton
        kind="ghost"
        size="small"
        icon={isAll ? 'chevron-up' : 'table'}
        label={isAll ? 'Fewer columns' : 'All columns'}
        onPress={() => showAll(!isAll)}
      />
    </span>
  )
  return { columns: shown, toggle }
}
