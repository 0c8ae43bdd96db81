import { shownPeriod } from '../../commands/insights/shown-period.ts'
import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { datesOf } from '../../domain/insights/score-period.ts'
import { useCurrentRoute, useTitle } from '../core/use-current-route.ts'
import { useResource } from '../core/use-resource.ts'
import { Loaded } from '../kit/detail/Loaded.tsx'
import { Go } from '../parts/act/Go.tsx'
import { Score, trendOf } from '../parts/chart/Score.tsx'
import { VirtualTable } from '../parts/table/VirtualTable.tsx'
import { Card } from '../parts/text/Card.tsx'
import { EmptyState } from '../parts/text/EmptyState.tsx'
import { formats } from '../parts/text/format.ts'
import { Notice } from '../parts/text/Notice.tsx'
import { PageHead } from '../parts/text/PageHead.tsx'
import { PeriodControls } from './PeriodControls.tsx'
import { rankColumns } from './rank-columns.tsx'

type Ranking = AnswerOf<ProductContract['insights.rank']>

const PERIOD_WORD = { week: 'week', month: 'month' } as const

const Nothing = ({ ranking: { meta } }: { ranking: Ranking }) => {
  const [newest] = meta.periods
  if (meta.pending) return <EmptyState title="Scores are being computed">They appear here in a few minutes.</EmptyState>
  if (newest === undefined)
    return (
      <EmptyState title="No scores yet" actions={<Go to="monitors">Monitors</Go>}>
        {meta.period === 'week'
          ? 'Each Monday, every monitor that ran in the week before gets a score. It needs 50 runs on 5 days, the weekend included.'
          : 'On the first day of each month, every monitor that ran in the month before gets a score. It needs 50 runs on 20 days.'}
      </EmptyState>
    )
  return (
    <EmptyState
      title={`No reports for this ${PERIOD_WORD[meta.period]}`}
      actions={
        <Go to="insights" search={{ period: meta.period, start: newest.slice(0, 10) }} kind="primary">
          Show the newest
        </Go>
      }
    >
      No monitor of this project ran in this {PERIOD_WORD[meta.period]}.
    </EmptyState>
  )
}

/** Monitors ranked by their score in a week or month. */
const InsightsScreen = () => {
  useTitle()
  const route = useCurrentRoute()
  const shown = shownPeriod(route, Date.now()) ?? shownPeriod({ ...route, search: {} }, Date.now())
  const ranking = useResource(
    'insights.rank',
    shown && { query: { period: shown.period, start: datesOf(shown.range).start } },
  )
  if (!shown) return null
  return (
    <>
      <PageHead
        title="Insights"
        lead={
          ranking.data?.meta.score != null && (
            <>
              The project scores{' '}
              <Score
                score={ranking.data.meta.score}
                trend={trendOf(ranking.data.meta.previous_score, ranking.data.meta.score)}
              />
              {ranking.data.meta.previous_score !== null &&
                ` after ${formats.score(ranking.data.meta.previous_score)} in the ${PERIOD_WORD[shown.period]} before`}
              .
            </>
          )
        }
      />
      <PeriodControls shown={shown} />
      <Loaded of={ranking} page={false} label="Insights">
        {(data) =>
          data.results.length === 0 ? (
            <Nothing ranking={data} />
          ) : (
            <>
              {data.meta.pending && (
                <Notice kind="info" title="Some scores are still being computed. They appear here in a few minutes." />
              )}
              <Card label="Ranking" flush>
                <VirtualTable
                  label="Monitors by score"
                  rows={data.results}
                  rowId={({ call_id }) => call_id}
                  rowName={({ name }) => name}
                  columns={rankColumns(datesOf(shown.range))}
                />
              </Card>
            </>
          )
        }
      </Loaded>
    </>
  )
}

export default InsightsScreen
