import { type ComponentType, useMemo, useRef } from 'react'
import type { RouteName } from '../../commands/routes.ts'
import { useCurrentRoute, useTitle } from '../core/use-current-route.ts'
import { useResource } from '../core/use-resource.ts'
import { useSlow } from '../core/use-slow.ts'
import { MonitorInsights } from '../insights/MonitorInsights.tsx'
import { ChartSubject } from '../kit/chart/chart-subject.ts'
import { Gone } from '../kit/detail/Gone.tsx'
import { LoadError } from '../kit/detail/LoadError.tsx'
import { Loading } from '../parts/text/Loading.tsx'
import { NewBrowserTest } from './BrowserEdit.tsx'
import { MonitorAdvanced } from './MonitorAdvanced.tsx'
import { MonitorAssertions } from './MonitorAssertions.tsx'
import { MonitorAudit } from './MonitorAudit.tsx'
import { MonitorEdit } from './MonitorEdit.tsx'
import { MonitorHead } from './MonitorHead.tsx'
import { MonitorHeatmap } from './MonitorHeatmap.tsx'
import { MonitorHistogram } from './MonitorHistogram.tsx'
import { MonitorLatency } from './MonitorLatency.tsx'
import { MonitorMap } from './MonitorMap.tsx'
import { MonitorPassFail } from './MonitorPassFail.tsx'
import { MonitorResponse } from './MonitorResponse.tsx'
import { MonitorResults } from './MonitorResults.tsx'
import { MonitorRun } from './MonitorRun.tsx'
import { MonitorSchedules } from './MonitorSchedules.tsx'
import { MonitorStatistics } from './MonitorStatistics.tsx'
import { MonitorSummary } from './MonitorSummary.tsx'
import { MonitorWebhooks } from './MonitorWebhooks.tsx'
import type { Monitor } from './monitor-list.ts'
import { NewMonitor } from './NewMonitor.tsx'

/** The props of a tab: its monitor. */
export type MonitorTab = ComponentType<{ monitor: Monitor }>

const TABS: Partial<Record<RouteName, MonitorTab>> = {
  monitor: MonitorSummary,
  'monitor-run': MonitorRun,
  'monitor-edit': MonitorEdit,
  'monitor-advanced': MonitorAdvanced,
  'monitor-assertions': MonitorAssertions,
  'new-monitor': MonitorEdit,
  'monitor-results': MonitorResults,
  'monitor-audit': MonitorAudit,
  'monitor-schedules': MonitorSchedules,
  'monitor-webhooks': MonitorWebhooks,
  'monitor-statistics': MonitorStatistics,
  'monitor-latency': MonitorLatency,
  'monitor-histogram': MonitorHistogram,
  'monitor-response': MonitorResponse,
  'monitor-heatmap': MonitorHeatmap,
  'monitor-passfail': MonitorPassFail,
  'monitor-map': MonitorMap,
  'monitor-insights': MonitorInsights,
  'monitor-insights-period': MonitorInsights,
}

/** A monitor as the list has it, while its own reading is under way: the head shows at once. */
const useMonitor = (callId: string) => {
  const read = useResource('monitor.read', { params: { id: callId } })
  const list = useResource('monitor.list', {})
  const listed = useMemo(() => list.data?.data.find(({ id }) => id === callId), [list.data, callId])
  return { ...read, data: read.data ?? (read.status === 'failed' ? undefined : listed) }
}

const OneMonitor = ({ callId, name }: { callId: string; name: RouteName }) => {
  const { data, status, error, refetch } = useMonitor(callId)
  useTitle(data?.meta.name)
  const slow = useSlow(status === 'pending' && !data)
  const Tab = TABS[name] ?? MonitorSummary
  const wasThere = useRef(false)
  if (data) wasThere.current = true
  if (!data) {
    if (wasThere.current && status === 'notSet')
      return <Gone sentence="This monitor was deleted." back={{ to: 'monitors', label: 'Monitors' }} />
    if (error)
      return <LoadError page error={error} refetch={refetch} back={{ to: 'monitors', label: 'All monitors' }} />
    return slow ? <Loading label="Monitor" /> : null
  }
  return (
    <>
      <MonitorHead monitor={data} />
      <ChartSubject value={data.meta.name}>
        <Tab key={`${callId} ${name}`} monitor={data} />
      </ChartSubject>
    </>
  )
}

/** A monitor under its tabs, and the form for a new one. */
const MonitorScreen = () => {
  const { name, params, search } = useCurrentRoute()
  const { callId = '' } = params
  if (callId === 'new' && search.type === 'browser') return <NewBrowserTest />
  return callId === 'new' ? <NewMonitor /> : <OneMonitor key={callId} callId={callId} name={name} />
}

export default MonitorScreen
