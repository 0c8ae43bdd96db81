import type { ReactNode } from 'react'
import type { ReportFigures } from '../../domain/reports/report-figures.ts'
import { Count, Latency, PassRate, Rate } from '../parts/chart/Figure.tsx'
import { Score } from '../parts/chart/Score.tsx'
import { Sparkline } from '../parts/chart/Sparkline.tsx'
import type { Column } from '../parts/table/table-column.ts'

export type Group = ReportFigures['groups'][number]
type Row = Group['rows'][number]

/** A line of a group's table: a monitor, or all of them together. */
export type Line =
  | ({ readonly kind: 'row' } & Row)
  | ({ readonly kind: 'total'; readonly id: string; readonly label: string } & Group['total'])

/** The lines of a group; several rows have a last one for all together. */
export const linesOf = ({ rows, total }: Group): readonly Line[] => [
  ...rows.map((row): Line => ({ kind: 'row', ...row })),
  ...(rows.length > 1 ? [{ kind: 'total' as const, id: 'total', label: 'All together', ...total }] : []),
]

const percentile = (quantile: number): string => `p${Number((quantile * 100).toFixed(2))}`

/** Points of a sparkline where something failed. */
const failedAt = (row: Row): number[] => row.points.flatMap(({ fail }, at) => (fail > 0 ? [at] : []))

/** Columns of a group's table, in the order of the specification. `nameOf` draws the name of a monitor. */
export const figuresColumns = ({ meta }: ReportFigures, nameOf: (row: Row) => ReactNode): readonly Column<Line>[] => [
  {
    id: 'label',
    head: 'Monitor',
    names: true,
    grows: true,
    cell: (line) => (line.kind === 'row' ? nameOf(line) : <strong>{line.label}</strong>),
  },
  { id: 'pass-rate', head: 'Pass rate', align: 'end', cell: ({ pass_rate }) => <PassRate share={pass_rate} /> },
  {
    id: 'error-rate',
    head: 'Error rate',
    align: 'end',
    hide: 't',
    cell: ({ error_rate }) => <Rate share={error_rate} />,
  },
  { id: 'median', head: 'Median', align: 'end', cell: ({ p50 }) => <Latency ms={p50} /> },
  { id: 'p95', head: 'p95', align: 'end', hide: 's', cell: ({ p95 }) => <Latency ms={p95} /> },
  ...(meta.quantile === 0.5 || meta.quantile === 0.95
    ? []
    : [
        {
          id: 'value',
          head: percentile(meta.quantile),
          align: 'end' as const,
          hide: 't' as const,
          cell: ({ value }: Line) => <Latency ms={value} />,
        },
      ]),
  { id: 'mean', head: 'Mean', align: 'end', hide: 't', cell: ({ mean }) => <Latency ms={mean} /> },
  {
    id: 'outliers',
    head: 'Outliers',
    align: 'end',
    hide: 't',
    cell: ({ outlier_rate }) => <Rate share={outlier_rate} />,
  },
  {
    id: 'score',
    head: 'Score',
    align: 'end',
    hide: 's',
    cell: ({ score }) => <Score score={score} missing="No score" />,
  },
  {
    id: 'spark',
    head: `${percentile(meta.quantile)} over time`,
    hide: 'm',
    cell: (line) =>
      line.kind === 'row' && line.points.length > 0 ? (
        <Sparkline values={line.points.map(({ value }) => value)} failed={failedAt(line)} />
      ) : null,
  },
  { id: 'count', head: 'Count', align: 'end', hide: 's', cell: ({ count }) => <Count value={count} /> },
]
