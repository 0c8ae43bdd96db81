import { type ComponentType, useMemo } from 'react'
import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { GRAPH_TYPES, GRAPH_WORDS, type GraphType, isGraphType } from '../../domain/reports/graph-types.ts'
import { useCurrentRoute, useTitle } from '../core/use-current-route.ts'
import { useResource } from '../core/use-resource.ts'
import { Loaded } from '../kit/detail/Loaded.tsx'
import { Act } from '../parts/act/Act.tsx'
import { buttonClass } from '../parts/act/button-kind.ts'
import { Go } from '../parts/act/Go.tsx'
import { SegmentedLinks } from '../parts/form/Segmented.tsx'
import { EmptyState } from '../parts/text/EmptyState.tsx'
import { PageHead } from '../parts/text/PageHead.tsx'
import { GroupLatency } from './GroupLatency.tsx'
import { GroupPassFail } from './GroupPassFail.tsx'
import { usePrinting } from './use-printing.ts'

export type GroupSeries = AnswerOf<ProductContract['report.series']>

/** What a chart of a group is drawn from. */
export type GroupChartProps = { readonly reportId: string; readonly groupId: string; readonly series: GroupSeries }

const CHARTS: Readonly<Record<GraphType, ComponentType<GroupChartProps>>> = {
  latency: GroupLatency,
  passfail: GroupPassFail,
}

const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

/** All monitors of a group of a report in one chart. */
const ReportGraphScreen = () => {
  const { params } = useCurrentRoute()
  const { reportId = '', groupId = '', graphType = '' } = params
  const report = useResource('report.read', { params: { id: reportId } })
  const series = useResource('report.series', { params: { id: reportId, group: groupId } })
  const name = report.data?.meta.name
  useTitle(name)
  usePrinting()
  const links = useMemo(
    () =>
      GRAPH_TYPES.map((type) => ({
        to: 'report-graph' as const,
        params: { reportId, groupId, graphType: type },
        label: GRAPH_WORDS[type],
        current: type === graphType,
      })),
    [reportId, groupId, graphType],
  )
  if (!isGraphType(graphType))
    return (
      <EmptyState
        title="No such chart"
        actions={
          <Go to="report-graph" params={{ reportId, groupId, graphType: 'latency' }} kind="primary">
            Show latency
          </Go>
        }
      >
        A group of a report has these charts: {GRAPH_TYPES.join(', ')}.
      </EmptyState>
    )
  const Chart = CHARTS[graphType]
  return (
    <>
      <PageHead
        title={series.data ? `${name ?? 'Report'}: ${series.data.meta.name}` : (name ?? 'Report')}
        lead={series.data && capitalized(series.data.meta.words)}
        actions={
          <>
            <Go to="report" params={{ reportId }} className={buttonClass({ kind: 'secondary' })}>
              Show report
            </Go>
            <Act command="report.print" />
          </>
        }
      />
      <SegmentedLinks label="Chart" places={links} />
      <Loaded of={series} page={false} label="Chart">
        {(data) => <Chart reportId={reportId} groupId={groupId} series={data} />}
      </Loaded>
    </>
  )
}

export default ReportGraphScreen
