import { type ComponentType, useMemo } from 'react'
import { GRAPH_TYPES, GRAPH_WORDS, type GraphType, isGraphType } from '../../domain/reports/graph-types.ts'
import { periodWords } from '../../domain/reports/report-period.ts'
import { useCurrentRoute, useTitle } from '../core/use-current-route.ts'
import { useResource } from '../core/use-resource.ts'
import { ChartSubject } from '../kit/chart/chart-subject.ts'
import { Act } from '../parts/act/Act.tsx'
import { buttonClass } from '../parts/act/button-kind.ts'
import { Go } from '../parts/act/Go.tsx'
import { SegmentedLinks } from '../parts/form/Segmented.tsx'
import { EmptyState } from '../parts/text/EmptyState.tsx'
import { PageHead } from '../parts/text/PageHead.tsx'
import { GroupHeatmap } from './GroupHeatmap.tsx'
import { GroupHistogram } from './GroupHistogram.tsx'
import { GroupLatency, GroupSizes } from './GroupLatency.tsx'
import { GroupMap } from './GroupMap.tsx'
import { GroupPassFail } from './GroupPassFail.tsx'
import type { GroupChartProps } from './group-chart.ts'
import { usePrinting } from './use-printing.ts'

const CHARTS: Readonly<Record<GraphType, ComponentType<GroupChartProps>>> = {
  latency: GroupLatency,
  histogram: GroupHistogram,
  passfail: GroupPassFail,
  response: GroupSizes,
  heatmap: GroupHeatmap,
  map: GroupMap,
}

const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

/** All monitors of a group of a report in one chart. */
const ReportGraphScreen = () => {
  const { params } = useCurrentRoute()
  const { reportId = '', groupId = '', graphType = '' } = params
  const report = useResource('report.read', { params: { id: reportId } })
  const name = report.data?.meta.name
  const group = report.data?.report.groups.find(({ id }) => id === groupId)
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
        title={group ? `${name ?? 'Report'}: ${group.name}` : (name ?? 'Report')}
        lead={report.data && capitalized(periodWords(report.data.report.period, report.data.report.timezone))}
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
      <ChartSubject value={group ? `${name ?? 'Report'}, ${group.name}` : null}>
        <Chart reportId={reportId} groupId={groupId} />
      </ChartSubject>
    </>
  )
}

export default ReportGraphScreen
