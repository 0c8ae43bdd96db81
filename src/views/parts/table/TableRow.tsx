import { memo, type ReactNode, useState } from 'react'
import { Act } from '../act/Act.tsx'
import { useActs } from '../act/acts.ts'
import { Menu } from '../act/Menu.tsx'
import { Checkbox } from '../form/Checkbox.tsx'
import { classNames } from '../text/class-names.ts'
import type { RowCalls } from './steady-row.ts'
import classes from './Table.module.css'
import type { Column } from './table-column.ts'

/** The classes of a column's cells and of its header. */
export const columnClass = <Row,>({ align, hide, grows, slim, className }: Column<Row>): string =>
  classNames(
    align === 'end' && classes.end,
    hide && `hide-${hide}`,
    grows && classes.grows,
    slim && classes.slim,
    className,
  )

type RowProps<Row> = {
  calls: RowCalls<Row>
  columns: readonly Column<Row>[]
  row: Row
  isCursor: boolean
  isSelected: boolean
  detail?: ReactNode
  index?: number | undefined
}

/**
 * `met`: the pointer or the focus is on the row, or was. Beside a menu, which holds them all, the actions show only then, and a long
 * table is drawn without them; without a menu they always show.
 */
const RowActs = <Row,>({
  row,
  calls: { rowName, acts, menu },
  met,
}: Pick<RowProps<Row>, 'row' | 'calls'> & { met: boolean }) => (
  <span className={classNames(classes.acts, menu && classes.beside)}>
    {(met || !menu) &&
      acts?.(row).map((act) => (
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
        items={() => menu(row)}
      />
    )}
  </span>
)

const Row = <Item,>({ calls, columns, row, isCursor, isSelected, index, detail }: RowProps<Item>): ReactNode => {
  const { rowId, rowName, acts, menu, pointing, toggling } = calls
  const commands = useActs()
  const [isMet, meet] = useState(false)
  const met = () => meet(true)
  const point = () => {
    const spec = pointing?.(row)
    if (spec) commands.perform(spec.command, spec.args)
  }
  const toggle = () => {
    const spec = toggling?.(row)
    if (spec) commands.perform(spec.command, spec.args)
  }
  const drawn = (
    <tr
      data-row={rowId(row)}
      data-index={index === undefined ? undefined : index - 2}
      className={isCursor ? classes.cursor : undefined}
      aria-selected={toggling ? isSelected : undefined}
      aria-current={isCursor || undefined}
      aria-rowindex={index}
      onPointerEnter={met}
      onFocus={met}
      onPointerDown={pointing && !isCursor ? point : undefined}
    >
      {toggling && (
        <td className={classNames(classes.box, 'hide-s')}>
          <Checkbox label={`Select ${rowName(row)}`} checked={isSelected} onValue={toggle} />
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
          <RowActs row={row} calls={calls} met={isMet || isCursor} />
        </td>
      )}
    </tr>
  )
  if (!detail) return drawn
  const cells = columns.length + (toggling ? 1 : 0) + (acts || menu ? 1 : 0)
  return (
    <>
      {drawn}
      <tr className={classes.detail}>
        <td colSpan={cells}>{detail}</td>
      </tr>
    </>
  )
}

/** A row of a table: drawn anew only when something of its own changed, so that the cursor moves through thousands. */
// memo forgets that the component is generic in its row.
export const TableRow = memo(Row) as typeof Row
