import { memo, type ReactNode, type Ref } from 'react'
import { Act } from './Act.tsx'
import { useActs } from './acts.ts'
import { Checkbox } from './Checkbox.tsx'
import { classNames } from './class-names.ts'
import { Menu } from './Menu.tsx'
import classes from './Table.module.css'
import type { Column, TableProps } from './table-column.ts'

/** The classes of a column's cells and of its header. */
export const columnClass = <Row,>({ align, hide, grows, className }: Column<Row>): string =>
  classNames(align === 'end' && classes.end, hide && `hide-${hide}`, grows && classes.grows, className)

type RowProps<Row> = Pick<
  TableProps<Row>,
  'columns' | 'rowId' | 'rowName' | 'selection' | 'acts' | 'menu' | 'pointing'
> & {
  row: Row
  isCursor: boolean
  isSelected: boolean
  index?: number | undefined
  rowRef?: Ref<HTMLTableRowElement> | undefined
}

const RowActs = <Row,>({ row, rowName, acts, menu }: RowProps<Row>) => (
  <span className={classes.acts}>
    {acts?.(row).map((act) => (
      <Act
        key={act.command}
        command={act.command}
        args={act.args}
        kind="ghost"
        size="small"
        icon={act.icon}
        iconOnly
        label={`${act.label} ${rowName(row)}`}
      />
    ))}
    {menu && (
      <Menu
        label={`More actions for ${rowName(row)}`}
        icon="more"
        iconOnly
        size="small"
        className={classes.more}
        items={menu(row)}
      />
    )}
  </span>
)

const Row = <Item,>(props: RowProps<Item>): ReactNode => {
  const { row, columns, rowId, rowName, selection, acts, menu, pointing, isCursor, isSelected, index, rowRef } = props
  const commands = useActs()
  const point = () => {
    const spec = pointing?.(row)
    if (spec) commands.perform(spec.command, spec.args)
  }
  return (
    <tr
      ref={rowRef}
      data-row={rowId(row)}
      data-index={index === undefined ? undefined : index - 2}
      className={isCursor ? classes.cursor : undefined}
      aria-selected={selection ? isSelected : undefined}
      aria-current={isCursor || undefined}
      aria-rowindex={index}
      onPointerDown={pointing && !isCursor ? point : undefined}
    >
      {selection && (
        <td className={classNames(classes.box, 'hide-s')}>
          <Checkbox label={`Select ${rowName(row)}`} checked={isSelected} acting={selection.toggling(row)} />
        </td>
      )}
      {columns.map((column) =>
        column.names ? (
          <th key={column.id} scope="row" className={columnClass(column)}>
            {column.cell(row)}
          </th>
        ) : (
          <td key={column.id} className={columnClass(column)}>
            {column.cell(row)}
          </td>
        ),
      )}
      {(acts || menu) && (
        <td className={classes.last}>
          <RowActs {...props} />
        </td>
      )}
    </tr>
  )
}

/** A row of a table: drawn anew only when something of its own changed, so that the cursor moves through thousands. */
// memo forgets that the component is generic in its row.
export const TableRow = memo(Row) as typeof Row
