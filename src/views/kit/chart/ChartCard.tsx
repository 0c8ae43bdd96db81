import type { Data, Layout } from 'plotly.js'
import { type ReactNode, useCallback, useMemo } from 'react'
import type { Failure } from '../../../../machines/resource/failure.ts'
import { commaSeparated, rounded } from '../../../domain/core/comma-separated.ts'
import { useScreenEvents } from '../../core/screen-machines.ts'
import { useWorld } from '../../core/use-world.ts'
import { Menu } from '../../parts/act/Menu.tsx'
import { ChartFrame } from '../../parts/chart/ChartFrame.tsx'
import { Table } from '../../parts/table/Table.tsx'
import type { Column } from '../../parts/table/table-column.ts'
import { Skeleton } from '../../parts/text/Loading.tsx'
import { LoadError } from '../detail/LoadError.tsx'
import classes from './ChartCard.module.css'
import { Plot } from './chart-chunk.tsx'
import { pictureTitle, useChartSubject } from './chart-subject.ts'

/** A column of a chart's figures: in its table, and in the downloaded file. */
export type ChartColumn<Row> = Pick<Column<Row>, 'id' | 'hide' | 'names'> & {
  /** Header of the table, with the unit; in the file it is `id`. */
  readonly head: string
  /** Value in the file: numbers as they are, times in wire format; null if there is none. */
  readonly value: (row: Row) => string | number | null
  /** Cell of the table; default: the value. */
  readonly cell?: (row: Row) => ReactNode
  /** Decimals of numbers in the file; default 3, as for milliseconds. Rates have 4. */
  readonly decimals?: number
  /** Figures stand at the end of their cells; default: true, except for the column that names rows. */
  readonly isFigure?: boolean
}

type ChartCardProps<Row> = {
  /** Name used by commands, such as `latency`. */
  readonly name: string
  readonly title: string
  /** Unit and window: "ms, total, last 24 hours, CET". */
  readonly sub?: ReactNode
  readonly controls?: ReactNode
  /** Below the header: choices that need more room than it has. */
  readonly tools?: ReactNode
  readonly legend?: ReactNode
  /** Below chart and table: what belongs to both, such as a list of annotations. */
  readonly after?: ReactNode
  /** Above the chart: the window that figures cover where it is less than was asked for, or how figures add up. */
  readonly note?: ReactNode
  /** Moments of the window, for pictures, where `sub` names it by its length. */
  readonly window?: string | null | undefined
  /** Name of downloaded files, without extension. */
  readonly fileName: string
  /** Figures in the order of the table; undefined while they are loaded. */
  readonly rows: readonly Row[] | undefined
  readonly rowId: (row: Row) => string
  readonly columns: readonly ChartColumn<Row>[]
  readonly asTable?: boolean | undefined
  /** Most rows shown in the table; the file has them all. */
  readonly mostRows?: number
  readonly figure: { readonly data: readonly Data[]; readonly layout: Partial<Layout> }
  /** Text alternative: the finding as a sentence. */
  readonly finding: string
  readonly heightPx: number
  /** Shown in place of an empty chart. */
  readonly empty?: string
  readonly error?: Failure | null | undefined
  readonly refetch: () => void
  readonly onRange?: ((from: string, to: string) => void) | undefined
}

const MOST_ROWS = 500

const tableColumn = <Row,>({ id, head, hide, names, value, cell, isFigure }: ChartColumn<Row>): Column<Row> => ({
  id,
  head,
  ...(hide !== undefined && { hide }),
  ...(names && { names }),
  ...((isFigure ?? !names) && { align: 'end' as const }),
  cell: cell ?? ((row) => value(row) ?? '—'),
})

/** Chart in a card with its table, picture (PNG) and figures (CSV), and the states loading, failed and empty. */
export const ChartCard = <Row,>(props: ChartCardProps<Row>) => {
  const { name, title, rows, rowId, columns, asTable = false, figure, heightPx, error, mostRows = MOST_ROWS } = props
  const { fileName, refetch, onRange } = props
  const world = useWorld()
  const subject = useChartSubject()
  useScreenEvents(
    'screen',
    useCallback(
      ({ type, format, chart }) => {
        const isMeant = chart === null || chart === undefined || chart === name
        if (type !== 'DOWNLOAD' || format !== 'csv' || !isMeant || !rows) return
        const lines = rows.map((row) => columns.map(({ value, decimals = 3 }) => rounded(value(row), decimals)))
        world.download(`${fileName}.csv`, 'text/csv', commaSeparated([columns.map(({ id }) => id), ...lines]))
      },
      [world, name, fileName, rows, columns],
    ),
  )
  const cells = useMemo(() => columns.map(tableColumn), [columns])
  if (error && !rows) return <LoadError error={error} refetch={refetch} />
  return (
    <ChartFrame
      key={String(asTable)}
      startsAsTable={asTable}
      title={title}
      sub={props.sub}
      legend={rows && rows.length > 0 && props.legend}
      controls={
        <>
          {props.controls}
          <Menu
            label={`Download ${title.toLowerCase()}`}
            icon="download"
            iconOnly
            size="small"
            items={[
              { command: 'chart.download', args: { chart: name, format: 'png' }, label: 'Picture (PNG)' },
              { command: 'chart.download', args: { chart: name, format: 'csv' }, label: 'Figures (CSV)' },
            ]}
          />
        </>
      }
      table={
        <>
          {props.tools !== undefined && <div className={classes.tableTools}>{props.tools}</div>}
          <Table
            label={title}
            dense
            rows={rows?.slice(0, mostRows) ?? []}
            rowId={rowId}
            rowName={rowId}
            columns={cells}
          />
          {rows && rows.length > mostRows && (
            <p className={classes.note}>
              {`The first ${mostRows.toLocaleString('en')} of ${rows.length.toLocaleString('en')} rows. The CSV file has all of them.`}
            </p>
          )}
          {props.after !== undefined && <div className={classes.afterTable}>{props.after}</div>}
        </>
      }
    >
      {props.tools !== undefined && <div className={classes.tools}>{props.tools}</div>}
      {props.note !== undefined && <div className={classes.note}>{props.note}</div>}
      {rows?.length === 0 ? (
        <p className={classes.empty} style={{ blockSize: heightPx }}>
          {props.empty ?? 'No results in this range.'}
        </p>
      ) : rows ? (
        <Plot
          name={name}
          fileName={fileName}
          picture={pictureTitle(subject, title, props.sub, props.window)}
          heightPx={heightPx}
          data={figure.data}
          layout={figure.layout}
          finding={props.finding}
          onLink={world.goTo}
          onRange={onRange}
        />
      ) : (
        <Skeleton height={heightPx} />
      )}
      {props.after}
    </ChartFrame>
  )
}
