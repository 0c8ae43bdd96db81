import { command } from '../core/command.ts'
import type { World } from '../core/world.ts'
import type { RouteName } from '../routes.ts'
import { statisticsTabs } from '../statistics/shown-range.ts'

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

/** The tab that an open route belongs to. */
const tabOf = (name: RouteName): RouteName =>
  statisticsTabs.includes(name) ? 'monitor-statistics' : name === 'monitor-insights-period' ? 'monitor-insights' : name

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
    const next = neighbour(tabs, tabOf(place.name), by)
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
