import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { useResource } from '../core/use-resource.ts'
import { type ChartPeriod, windowWords } from '../statistics/chart-period.ts'

/** A group of a report. */
export type GroupChartProps = { readonly reportId: string; readonly groupId: string }

export type GroupSeries = AnswerOf<ProductContract['report.series']>

const paramsOf = ({ reportId, groupId }: GroupChartProps) => ({ id: reportId, group: groupId })

/** Latency or response size of the monitors of a group over time. */
export const useGroupSeries = (props: GroupChartProps, of: 'latency' | 'size') =>
  useResource('report.series', { params: paramsOf(props), query: of === 'size' ? { of } : {} })

/** Results of a group by latency. */
export const useGroupHistogram = (props: GroupChartProps) =>
  useResource('report.histogram', { params: paramsOf(props) })

/** Results of a group by time and latency. */
export const useGroupLatencies = (props: GroupChartProps) =>
  useResource('report.latencies', { params: paramsOf(props) })

/** Figures of a group by location. */
export const useGroupPlaces = (props: GroupChartProps) => useResource('report.places', { params: paramsOf(props) })

/** The window of an answer as charts take it. */
export const chartWindow = ({ start, end }: { start: string; end: string }, words?: string): ChartPeriod => ({
  range: 'custom',
  fromMs: Date.parse(start),
  toMs: Date.parse(end),
  start,
  end,
  words: words ?? windowWords(Date.parse(start), Date.parse(end)),
  before: 'the period before',
})
