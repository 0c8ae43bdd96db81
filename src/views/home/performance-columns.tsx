import { HISTORY_DAYS } from '../../domain/statistics/baseline.ts'
import { Act } from '../parts/act/Act.tsx'
import { Go } from '../parts/act/Go.tsx'
import { PassRate } from '../parts/chart/Figure.tsx'
import type { Column } from '../parts/table/table-column.ts'
import { classNames } from '../parts/text/class-names.ts'
import { formats } from '../parts/text/format.ts'
import { Icon } from '../parts/text/Icon.tsx'
import classes from './performance.module.css'
import {
  deltaWords,
  fromDays,
  type PerformanceRow,
  passDeltaWords,
  passRateDelta,
  shortHistory,
  sortOf,
  stepOf,
} from './performance-rows.ts'

const Change = ({ delta, step, words }: { delta: number; step: number; words: string }) => (
  <span className={classNames(classes.delta, classes[`step-${step}`])}>
    {words !== 'as usual' && <Icon name={delta > 0 ? 'up' : 'down'} />}
    {words}
  </span>
)

const Delta = ({ row: { delta_pct: delta, reason, count, baseline_count: days } }: { row: PerformanceRow }) => {
  if (delta !== null) return <Change delta={delta} step={stepOf(delta)} words={deltaWords(delta)} />
  return <span className="muted">{count === 0 ? 'no results' : reason ? shortHistory(days) : '—'}</span>
}

/** The usual median, and the days that it is of where some have no response. */
const BaselineCell = ({ row: { baseline_p50: ms, baseline_count: days } }: { row: PerformanceRow }) => (
  <>
    {formats.milliseconds(ms)}
    {ms !== null && days < HISTORY_DAYS && <span className="muted small"> {fromDays(days)}</span>}
  </>
)

const PassDelta = ({ row }: { row: PerformanceRow }) => {
  const delta = passRateDelta(row)
  return delta === null ? (
    <span className="muted">—</span>
  ) : (
    <Change delta={delta} step={0} words={passDeltaWords(delta)} />
  )
}

/** Columns of the performance table. */
export const performanceColumns = (sort: string | undefined, shown: string): readonly Column<PerformanceRow>[] => {
  const { key, reversed } = sortOf(sort)
  const sorting = (by: string) => ({
    command: 'performance.sort',
    args: { by, ...(by === key && !reversed && { reversed: true }) },
  })
  return [
    {
      id: 'name',
      head: 'Monitor',
      names: true,
      grows: true,
      sorting: sorting('name'),
      cell: ({ call_id: callId, name }) => (
        <Go to="monitor" params={{ callId }} className="strong trunc">
          {name}
        </Go>
      ),
    },
    {
      id: 'baseline',
      head: 'Baseline p50, ms',
      align: 'end',
      hide: 't',
      sorting: sorting('baseline'),
      cell: (row) => <BaselineCell row={row} />,
    },
    {
      id: 'current',
      head: 'p50, ms',
      align: 'end',
      hide: 's',
      sorting: sorting('current'),
      cell: ({ p50 }) => formats.milliseconds(p50),
    },
    { id: 'delta', head: 'Change', align: 'end', sorting: sorting('delta'), cell: (row) => <Delta row={row} /> },
    {
      id: 'pass-rate',
      head: 'Pass rate',
      align: 'end',
      hide: 's',
      sorting: sorting('pass-rate'),
      cell: ({ pass_rate: share }) => <PassRate share={share} />,
    },
    {
      id: 'pass-rate-delta',
      head: 'Pass rate change',
      align: 'end',
      hide: 't',
      sorting: sorting('pass-rate-delta'),
      cell: (row) => <PassDelta row={row} />,
    },
    {
      id: 'hours',
      head: 'Hours',
      spoken: true,
      align: 'end',
      cell: ({ call_id: id, name }) => (
        <Act
          command="performance.hours"
          args={id === shown ? {} : { monitor: id }}
          kind="ghost"
          size="small"
          icon="chart"
          iconOnly
          label={id === shown ? `Hide the hours of ${name}` : `Hours of ${name}`}
        />
      ),
    },
  ]
}
