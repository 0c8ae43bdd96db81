import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { useResource } from '../core/use-resource.ts'
import { Loaded } from '../kit/detail/Loaded.tsx'
import { Go } from '../parts/act/Go.tsx'
import { Count, PassRate } from '../parts/chart/Figure.tsx'
import { Score } from '../parts/chart/Score.tsx'
import { Table } from '../parts/table/Table.tsx'
import type { Column } from '../parts/table/table-column.ts'
import { Card } from '../parts/text/Card.tsx'
import { formats } from '../parts/text/format.ts'
import charts from '../statistics/charts.module.css'
import classes from './insights.module.css'
import { periodWords } from './period-words.ts'

type Past = AnswerOf<ProductContract['insights.reports']>['results'][number]

/** The reports of a monitor, newest first. */
export const History = ({ callId, period }: { callId: string; period: 'week' | 'month' }) => {
  const reports = useResource('insights.reports', { params: { id: callId }, query: { period } })
  const wordsOf = ({ start, end }: Past) =>
    periodWords({ period, range: { from: Date.parse(start), to: Date.parse(end) } })
  const columns: readonly Column<Past>[] = [
    {
      id: 'period',
      head: period === 'week' ? 'Week' : 'Month',
      names: true,
      grows: true,
      cell: (report) => (
        <Go
          to="monitor-insights-period"
          params={{ callId, start: report.start.slice(0, 10), end: report.end.slice(0, 10) }}
        >
          {wordsOf(report)}
        </Go>
      ),
    },
    { id: 'runs', head: 'Runs', align: 'end', hide: 's', cell: ({ count }) => <Count value={count} /> },
    { id: 'rate', head: 'Pass rate', align: 'end', cell: ({ pass_rate: share }) => <PassRate share={share} /> },
    { id: 'median', head: 'Median, ms', align: 'end', hide: 's', cell: ({ median }) => formats.milliseconds(median) },
    {
      id: 'score',
      head: 'Score',
      align: 'end',
      cell: ({ score, missing }) => <Score score={score} missing={missing} />,
    },
  ]
  return (
    <div className={classes.history}>
      <Card title="History" flush>
        <Loaded of={reports} page={false}>
          {({ results }) =>
            results.length === 0 ? (
              <p className={charts.nothing}>
                {period === 'week'
                  ? 'No weekly report yet. They are computed on Mondays.'
                  : 'No monthly report yet. They are computed on the first day of a month.'}
              </p>
            ) : (
              <Table
                label="Reports"
                dense
                rows={results}
                rowId={({ insights_id }) => insights_id}
                rowName={wordsOf}
                columns={columns}
              />
            )
          }
        </Loaded>
      </Card>
    </div>
  )
}
