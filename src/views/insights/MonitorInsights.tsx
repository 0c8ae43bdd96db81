import { type ShownPeriod, shownPeriod } from '../../commands/insights/shown-period.ts'
import { HOUR_MS } from '../../domain/core/periods.ts'
import { insightsId } from '../../domain/insights/score-period.ts'
import { useCurrentRoute } from '../core/use-current-route.ts'
import { useResource } from '../core/use-resource.ts'
import { Loaded } from '../kit/detail/Loaded.tsx'
import { Go } from '../parts/act/Go.tsx'
import { Score, trendOf } from '../parts/chart/Score.tsx'
import { StatStrip } from '../parts/chart/StatStrip.tsx'
import { Waterfall } from '../parts/chart/Waterfall.tsx'
import { Card } from '../parts/text/Card.tsx'
import { EmptyState } from '../parts/text/EmptyState.tsx'
import { formats } from '../parts/text/format.ts'
import { Notice } from '../parts/text/Notice.tsx'
import { type ChartPeriod, chartPeriod } from '../statistics/chart-period.ts'
import { PassFailChart } from '../statistics/PassFailChart.tsx'
import { ClusterTable } from './ClusterTable.tsx'
import { History } from './History.tsx'
import classes from './insights.module.css'
import { OutlierChart } from './OutlierChart.tsx'
import { PartTable } from './PartTable.tsx'
import { PeriodControls } from './PeriodControls.tsx'
import type { InsightsReport } from './report.ts'
import { SubScoreTable } from './SubScoreTable.tsx'

const statsOf = (report: InsightsReport) => [
  {
    label: 'Score',
    value: (
      <Score score={report.score} trend={trendOf(report.previous?.score, report.score)} missing={report.missing} />
    ),
  },
  { label: 'Pass rate', value: formats.rate(report.pass_rate) },
  { label: 'Effective pass rate', value: formats.rate(report.effective_pass_rate) },
  { label: 'Outliers', value: formats.rate(report.outlier_rate) },
  { label: 'Median', value: formats.latency(report.median) },
  { label: 'p95', value: formats.latency(report.p95) },
  { label: 'Runs', value: formats.count(report.count) },
]

const Findings = ({ report: { findings } }: { report: InsightsReport }) => (
  <Card title="Findings">
    {findings.length === 0 ? (
      <p className="lead">Nothing stands out.</p>
    ) : (
      <ul className={classes.findings}>
        {findings.map(({ tone, text }) => (
          <li key={text} className={tone === 'neutral' ? undefined : classes[tone]}>
            {text}
          </li>
        ))}
      </ul>
    )}
  </Card>
)

/** Mean phases of the period's runs. */
const Phases = ({ report: { phases, mean_latency: mean } }: { report: InsightsReport }) => {
  if (!phases) return null
  const { handshake: tls, redirect, ...times } = phases
  return <Waterfall title="Phases" of="on average" times={{ ...times, tls }} totalMs={mean} redirectMs={redirect} />
}

/** A report's period as a chart's, up to now if it is not over. */
const reportPeriod = ({ start, end }: InsightsReport): ChartPeriod => {
  const to = new Date(Math.min(Date.parse(end), Math.ceil(Date.now() / HOUR_MS) * HOUR_MS)).toISOString()
  return chartPeriod({ range: 'custom', from: start, to }, Date.now())
}

const Report = ({ report, callId }: { report: InsightsReport; callId: string }) => (
  <div className="stack">
    {report.missing !== null && (
      <Notice kind="info" title={report.provisional ? 'No score so far' : 'No score'}>
        {report.missing}
      </Notice>
    )}
    {report.provisional && report.missing === null && (
      <Notice kind="info" title={`This ${report.period} is not over: these are the figures so far.`} />
    )}
    <StatStrip label="Figures" stats={statsOf(report)} />
    {report.count > 0 && (
      <>
        <div className="two">
          <SubScoreTable report={report} />
          <Findings report={report} />
        </div>
        <PassFailChart callId={callId} period={reportPeriod(report)} location={null} />
        <OutlierChart report={report} callId={callId} />
        <PartTable callId={callId} report={report} />
        <div className="two">
          <ClusterTable report={report} />
          <Phases report={report} />
        </div>
      </>
    )}
  </div>
)

const Shown = ({ shown, callId }: { shown: ShownPeriod; callId: string }) => {
  const report = useResource('insights.report', { params: { id: insightsId(callId, shown.range) } })
  return (
    <>
      <PeriodControls shown={shown} />
      <Loaded of={report} page={false}>
        {(data) => <Report report={data} callId={callId} />}
      </Loaded>
      <History callId={callId} period={shown.period} />
    </>
  )
}

/** The report of a monitor about a week or month: its score, what makes it, and what would raise it. */
export const MonitorInsights = ({ monitor: { id } }: { monitor: { readonly id: string } }) => {
  const shown = shownPeriod(useCurrentRoute(), Date.now())
  if (!shown)
    return (
      <EmptyState
        title="No such period"
        actions={
          <Go to="monitor-insights" params={{ callId: id }} kind="primary">
            Show the last week
          </Go>
        }
      >
        A report is about a week from Monday to Monday, or about a month from its first day to that of the next, such as
        /insights/2026-11-09/2026-11-16/.
      </EmptyState>
    )
  return <Shown shown={shown} callId={id} />
}
