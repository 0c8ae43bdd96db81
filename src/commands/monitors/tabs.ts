import { command } from '../core/command.ts'
import type { World } from '../core/world.ts'
import type { RouteName } from '../routes.ts'

/** The tabs of a monitor, in the order they are shown. */
const MONITOR_TABS = [
  'monitor',
  'monitor-statistics',
  'monitor-insights',
  'monitor-results',
  'monitor-schedules',
  'monitor-assertions',
  'monitor-webhooks',
  'monitor-audit',
  'monitor-run',
  'monitor-edit',
  'monitor-advanced',
] as const

const TAB_OF: Partial<Record<RouteName, (typeof MONITOR_TABS)[number]>> = {
  'monitor-latency': 'monitor-statistics',
  'monitor-passfail': 'monitor-statistics',
  'monitor-map': 'monitor-statistics',
  'monitor-insights-period': 'monitor-insights',
}

/** The tabs of a workflow, in the order they are shown. */
const WORKFLOW_TABS = [
  'workflow',
  'workflow-results',
  'workflow-schedules',
  'workflow-audit',
  'workflow-edit',
  'workflow-advanced',
] as const

/** The tab before or after the one that is open. */
const neighbour = <Tab extends RouteName>(tabs: readonly Tab[], open: RouteName, by: 1 | -1): Tab | undefined => {
  const names: readonly RouteName[] = tabs
  return tabs[(names.indexOf(open) + by + tabs.length) % tabs.length]
}

const step = (world: World, by: 1 | -1): void => {
  const { place } = world
  const { callId, workflowId } = place?.params ?? {}
  if (!place) return
  if (callId) {
    const tabs = MONITOR_TABS.filter((tab) => tab !== 'monitor-run')
    const next = neighbour(tabs, TAB_OF[place.name] ?? place.name, by)
    if (next) world.go(next, { callId })
  } else if (workflowId) {
    const next = neighbour(WORKFLOW_TABS, place.name, by)
    if (next) world.go(next, { workflowId })
  }
}

const onTabs = ({ place }: World): boolean =>
  place?.params.callId !== undefined || place?.params.workflowId !== undefined

/** From tab to tab. */
export const tabCommands = [
  command({
    id: 'tab.previous',
    words: 'previous tab',
    title: 'Previous tab',
    keys: '[',
    args: {},
    when: onTabs,
    run: (_, world) => step(world, -1),
  }),
  command({
    id: 'tab.next',
    words: 'next tab',
    title: 'Next tab',
    keys: ']',
    args: {},
    when: onTabs,
    run: (_, world) => step(world, 1),
  }),
]
