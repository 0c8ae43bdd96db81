import { useEffect } from 'react'
import { monitorMethod, monitorUrl } from '../../domain/monitors/monitor-address.ts'
import { useCurrentRoute } from '../core/use-current-route.ts'
import { useResource } from '../core/use-resource.ts'
import { useRunLabel } from '../core/use-run-label.ts'
import { InDowntime } from '../downtimes/DowntimeBadge.tsx'
import { preloadCharts } from '../kit/chart/chart-chunk.tsx'
import { Act } from '../parts/act/Act.tsx'
import { Menu } from '../parts/act/Menu.tsx'
import { whenIdle } from '../parts/overlay/when-idle.ts'
import { Badge } from '../parts/text/Badge.tsx'
import { Notice } from '../parts/text/Notice.tsx'
import { PageHead } from '../parts/text/PageHead.tsx'
import { Tabs } from '../parts/text/Tabs.tsx'
import { Method } from '../parts/text/Tag.tsx'
import { STATISTICS_TABS } from '../statistics/statistics-tabs.ts'
import { failingSentence, type Monitor, statusOf, statusWord } from './monitor-list.ts'

const STATISTICS: readonly string[] = STATISTICS_TABS.map(({ to }) => to)
const INSIGHTS: readonly string[] = ['monitor-insights', 'monitor-insights-period']

/** Milliseconds within which the code of charts is fetched, which a person may look at next. */
const CHARTS_MS = 10_000

/** Head of a monitor's page: its request, actions and tabs. */
export const MonitorHead = ({ monitor }: { monitor: Monitor }) => {
  const { name } = useCurrentRoute()
  const { id, meta, auth_problem: authProblem } = monitor
  const status = statusOf(monitor)
  const params = { callId: id }
  const { data: schedules } = useResource('schedule.list', {})
  const running = (schedules?.data ?? [])
    .filter((each) => each.enabled && each.targets.includes(id))
    .map((each) => each.id)
  const editing = name === 'monitor-edit' || name === 'new-monitor'
  const runLabel = useRunLabel()
  useEffect(() => whenIdle(preloadCharts, CHARTS_MS), [])
  return (
    <>
      <PageHead
        title={meta.name}
        badge={
          <>
            {status && (
              <span data-tip={failingSentence(monitor)}>
                <Badge category={status} word={statusWord(monitor)} look="soft" />
              </span>
            )}
            <InDowntime scheduleIds={running} />
          </>
        }
        lead={
          <>
            <Method name={monitorMethod(monitor)} /> <span className="mono">{monitorUrl(monitor)}</span>
          </>
        }
        actions={
          <>
            <Menu
              label="More actions"
              icon="more"
              iconOnly
              items={[
                { command: 'monitor.run-from', args: { monitor: id }, icon: 'location' },
                { command: 'schedule.attach', args: { monitor: id }, icon: 'schedule' },
                { command: 'monitor.tag', args: { monitor: id }, icon: 'tag' },
                { command: 'monitor.duplicate', args: { monitor: id }, icon: 'copy' },
                { command: 'monitor.copy-address', args: { monitor: id }, icon: 'copy' },
                ...(monitor.type === 'api'
                  ? [{ command: 'monitor.copy-curl', args: { monitor: id }, icon: 'copy' } as const]
                  : []),
                'rule',
                { command: 'monitor.remove', args: { monitor: id }, icon: 'trash', danger: true },
              ]}
            />
            {!editing && (
              <>
                <Act command="monitor.edit" args={{ monitor: id }} icon="edit" />
                <Act command="monitor.run" args={{ monitor: id }} kind="primary" icon="play" label={runLabel} />
              </>
            )}
          </>
        }
      />
      {authProblem !== null && !editing && (
        <Notice
          kind="fail"
          title={authProblem}
          actions={<Act command="monitor.edit" args={{ monitor: id }} size="small" label="Choose another" />}
        />
      )}
      <Tabs
        label="Monitor"
        tabs={[
          { to: 'monitor', params, label: 'Summary' },
          { to: 'monitor-statistics', params, label: 'Statistics', current: STATISTICS.includes(name) },
          { to: 'monitor-insights', params, label: 'Insights', current: INSIGHTS.includes(name) },
          { to: 'monitor-results', params, label: 'Results', current: name === 'monitor-results' },
          { to: 'monitor-schedules', params, label: 'Monitoring', current: name === 'monitor-schedules' },
          { to: 'monitor-assertions', params, label: 'Conditions' },
          { to: 'monitor-webhooks', params, label: 'Alerts' },
          { to: 'monitor-audit', params, label: 'Audit', current: name === 'monitor-audit' },
          {
            to: 'monitor-run',
            params: { ...params, locationId: 'default' },
            label: 'Run',
            current: name === 'monitor-run',
          },
          { to: 'monitor-edit', params, label: 'Edit', current: editing },
          { to: 'monitor-advanced', params, label: 'Advanced', current: name === 'monitor-advanced' },
        ]}
      />
    </>
  )
}
