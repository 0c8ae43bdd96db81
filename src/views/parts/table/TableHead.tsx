import { useActs } from '../act/acts.ts'
import { Checkbox } from '../form/Checkbox.tsx'
import { classNames } from '../text/class-names.ts'
import { Icon } from '../text/Icon.tsx'
import classes from './Table.module.css'
import { columnClass } from './TableRow.tsx'
import type { Column, Sorted, TableProps } from './table-column.ts'

const SortButton = <Row,>({ column, sorted }: { column: Column<Row>; sorted: Sorted | undefined }) => {
  const acts = useActs()
  const { sorting, head } = column
  if (!sorting) return <span className={classes.head}>{head}</span>
  const direction = sorted?.column === column.id ? sorted.direction : null
  return (
    <button type="button" data-command={sorting.command} onClick={() => acts.perform(sorting.command, sorting.args)}>
      <span className={classes.head}>{head}</span>
      {direction && <Icon name={direction === 'ascending' ? 'up' : 'down'} />}
    </button>
  )
}

/** The header of a table: boxes, names that sort, and a name for the actions that only screen readers hear. */
export const TableHead = <Row,>({ columns, sorted, selection, acts, menu }: TableProps<Row>) => (
  <thead>
    <tr>
      {selection && (
        <th scope="col" className={classNames(classes.box, 'hide-s')}>
          <Checkbox
            label={`Select all ${selection.of}`}
            checked={selection.all === 'all'}
            mixed={selection.all === 'some'}
            acting={selection.togglingAll}
          />
        </th>
      )}
      {columns.map((column) => (
        <th
          key={column.id}
          scope="col"
          className={columnClass(column)}
          aria-sort={sorted?.column === column.id ? sorted.direction : undefined}
        >
          {column.spoken ? <span className="sr">{column.head}</span> : <SortButton column={column} sorted={sorted} />}
        </th>
      ))}
      {(acts || menu) && (
        <th scope="col" className={classes.last}>
          <span className="sr">Actions</span>
        </th>
      )}
    </tr>
  </thead>
)
