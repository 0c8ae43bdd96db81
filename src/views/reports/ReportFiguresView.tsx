import { type ReactNode, useMemo } from 'react'
import type { ReportFigures } from '../../domain/reports/report-figures.ts'
import { Table } from '../parts/table/Table.tsx'
import { useAllColumns } from '../parts/table/use-all-columns.tsx'
import { Card } from '../parts/text/Card.tsx'
import { formats } from '../parts/text/format.ts'
import { figuresColumns, type Group, linesOf } from './figures-columns.tsx'
import { METRIC_WORDS } from './metric-words.ts'
import classes from './reports.module.css'

type FiguresViewProps = {
  readonly figures: ReportFigures
  /** Draws the name of a monitor. */
  readonly nameOf: (row: Group['rows'][number]) => ReactNode
  /** Controls of a group. */
  readonly actionsOf?: (group: Group) => ReactNode
}

const STEP_WORDS = { HOUR: 'hour', DAY: 'day', WEEK: 'week', MONTH: 'month' } as const

/** The period, the metric and the locations of a report as sentences. */
export const scopeWords = ({ meta }: ReportFigures): string =>
  [
    `${meta.words.charAt(0).toUpperCase()}${meta.words.slice(1)} (${meta.timezone.replaceAll('_', ' ')})`,
    METRIC_WORDS[meta.metric],
    meta.locations.length === 0 ? 'all locations' : meta.locations.join(', '),
  ].join(' · ')

const Accounting = ({ meta }: Pick<ReportFigures, 'meta'>) => (
  <section className={classes.accounting} aria-label="How it is counted">
    <h2>How it is counted</h2>
    <ul>
      <li>
        From {formats.utc(Date.parse(meta.start))} up to {formats.utc(Date.parse(meta.end))}, one point per{' '}
        {STEP_WORDS[meta.interval]} (UTC).
      </li>
      {meta.accounting.map(({ text }) => (
        <li key={text}>{text}</li>
      ))}
      {meta.score_period && (
        <li>
          Scores are of the {meta.score_period.period} from {formats.utc(Date.parse(meta.score_period.start))}.
        </li>
      )}
    </ul>
    <p className="muted small">Read {formats.utc(Date.parse(meta.computed))}.</p>
  </section>
)

/** The tables of a report, group by group, and how they were counted. */
export const ReportFiguresView = ({ figures, nameOf, actionsOf }: FiguresViewProps) => {
  const { columns, toggle } = useAllColumns(useMemo(() => figuresColumns(figures, nameOf), [figures, nameOf]))
  return (
    <>
      {figures.groups.map((group) => (
        <Card
          key={group.id}
          className={classes.group}
          title={group.name}
          sub={group.rows.length === 1 ? '1 monitor' : `${group.rows.length} monitors`}
          actions={
            <>
              {group.rows.length > 0 && toggle}
              {actionsOf?.(group)}
            </>
          }
          flush
        >
          {group.rows.length === 0 ? (
            <p className={classes.none}>This group has no monitors yet.</p>
          ) : (
            <Table
              label={group.name}
              dense
              rows={linesOf(group)}
              rowId={({ id }) => id}
              rowName={({ label }) => label}
              columns={columns}
            />
          )}
        </Card>
      ))}
      <Accounting meta={figures.meta} />
    </>
  )
}
