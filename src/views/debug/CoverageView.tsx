import { useMemo } from 'react'
import { Act } from '../parts/act/Act.tsx'
import { Go } from '../parts/act/Go.tsx'
import { Meter } from '../parts/chart/ProgressBar.tsx'
import { Table } from '../parts/table/Table.tsx'
import type { Column } from '../parts/table/table-column.ts'
import { Card } from '../parts/text/Card.tsx'
import { formats } from '../parts/text/format.ts'
import { Time } from '../parts/text/Time.tsx'
import { ChartCoverage } from './ChartCoverage.tsx'
import classes from './CoverageView.module.css'
import { type CoverageRow, coverageRows, wholeCoverage } from './coverage-rows.ts'
import type { Recording } from './recorded.ts'
import { ShareBar } from './ShareBar.tsx'
import { useCharts } from './use-charts.ts'

type CoverageViewProps = { recording: Recording; search: Readonly<Record<string, string>> }

/** States and transitions of each chart that the app went through since the page was opened. */
export const CoverageView = ({ recording: { coverage }, search }: CoverageViewProps) => {
  const known = useCharts()
  const rows = useMemo(() => coverageRows(coverage, known), [coverage, known])
  const whole = wholeCoverage(rows)
  const ran = rows.filter(({ actors }) => actors > 0)
  const chosen = rows.find(({ chart }) => chart === search.chart) ?? rows[0]
  return (
    <div className={classes.sides}>
      <Card
        title="Charts"
        sub={
          <>
            since <Time at={coverage.since} />
          </>
        }
        flush
        actions={
          <>
            <Act command="debug.copy-coverage" size="small" icon="copy" label="Copy as JSON" />
            <Act command="debug.reset-coverage" size="small" icon="reload" label="Reset" />
          </>
        }
      >
        <div className={classes.whole}>
          <p>
            <strong className="num">
              {formats.count(whole.taken)} of {formats.count(whole.all)}
            </strong>{' '}
            transitions of the {formats.count(ran.length)} charts that ran, of {formats.count(rows.length)} charts
          </p>
          <Meter label="Transitions of all charts that ran" value={whole.taken} most={whole.all} />
        </div>
        <Table
          label="Coverage by chart"
          dense
          columns={columnsWith(search)}
          rows={rows}
          rowId={idOf}
          rowName={idOf}
          cursor={chosen?.chart}
        />
      </Card>
      {chosen && <ChartCoverage key={chosen.chart} row={chosen} />}
    </div>
  )
}

const idOf = ({ chart }: CoverageRow): string => chart

const columnsWith = (search: Readonly<Record<string, string>>): readonly Column<CoverageRow>[] => [
  {
    id: 'chart',
    head: 'Chart',
    names: true,
    grows: true,
    cell: ({ chart }) => (
      <Go to="debug" search={{ ...search, chart }} replaces current="never" className="trunc">
        {chart}
      </Go>
    ),
  },
  {
    id: 'actors',
    head: 'Machines',
    align: 'end',
    hide: 's',
    cell: ({ actors }) => (actors === 0 ? <span className="muted">not run</span> : formats.count(actors)),
  },
  {
    id: 'states',
    head: 'States',
    cell: ({ chart, states }) => <ShareBar label={`States of ${chart}`} share={states} />,
  },
  {
    id: 'transitions',
    head: 'Transitions',
    cell: ({ chart, transitions }) => <ShareBar label={`Transitions of ${chart}`} share={transitions} />,
  },
]
