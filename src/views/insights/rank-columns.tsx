import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { Go } from '../parts/act/Go.tsx'
import { Count, PassRate, Rate } from '../parts/chart/Figure.tsx'
import { Score, trendOf } from '../parts/chart/Score.tsx'
import { Sparkline } from '../parts/chart/Sparkline.tsx'
import type { Column } from '../parts/table/table-column.ts'
import { formats } from '../parts/text/format.ts'

type Ranked = AnswerOf<ProductContract['insights.rank']>['results'][number]

/** Columns of the ranking, in the order of the specification. */
export const rankColumns = (dates: { start: string; end: string }): readonly Column<Ranked>[] => [
  { id: 'rank', head: 'Rank', align: 'end', cell: ({ rank }) => <Count value={rank} /> },
  {
    id: 'name',
    head: 'Monitor',
    names: true,
    grows: true,
    cell: ({ call_id: callId, name }) => (
      <Go to="monitor" params={{ callId }}>
        {name}
      </Go>
    ),
  },
  {
    id: 'pass-rate',
    head: 'Pass rate',
    align: 'end',
    hide: 's',
    cell: ({ call_id: callId, pass_rate: share }) => (
      <Go to="monitor-statistics" params={{ callId }} search={{ range: 'custom', from: dates.start, to: dates.end }}>
        <PassRate share={share} />
      </Go>
    ),
  },
  {
    id: 'effective',
    head: 'Effective',
    align: 'end',
    hide: 't',
    cell: ({ effective_pass_rate: share }) => <Rate share={share} />,
  },
  {
    id: 'error-rate',
    head: 'Errors',
    align: 'end',
    hide: 't',
    cell: ({ error_rate: share }) => <Rate share={share} />,
  },
  {
    id: 'outliers',
    head: 'Outliers',
    align: 'end',
    hide: 't',
    cell: ({ outlier_rate: share }) => <Rate share={share} />,
  },
  {
    id: 'mean',
    head: 'Mean, ms',
    align: 'end',
    hide: 't',
    cell: ({ mean_latency: ms }) => formats.milliseconds(ms),
  },
  {
    id: 'history',
    head: 'History',
    hide: 'm',
    cell: ({ history }) => (
      <Sparkline values={history} label={`Scores: ${history.map((score) => formats.score(score)).join(', ')}`} />
    ),
  },
  {
    id: 'score',
    head: 'Score',
    align: 'end',
    cell: ({ call_id: callId, score, previous_score: before, missing }) => (
      <Go to="monitor-insights-period" params={{ callId, ...dates }}>
        <Score score={score} trend={trendOf(before, score)} missing={missing} />
      </Go>
    ),
  },
]
