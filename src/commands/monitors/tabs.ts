import { command } from '../core/command.ts'
import type { World } from '../core/world.ts'
import type { RouteName } from '../routes.ts'

/** The tabs of a monitor, in the order they are shown. */
const MONITOR_TABS = [
  'monitor',
  'monitor-statistics',
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
}

const step = (world: World, by: 1 | -1): void => {
  const { place } = world
  const callId = place?.params.callId
  if (!place || !callId) return
  const tabs = MONITOR_TABS.filter((tab) => tab !== 'monitor-run')
  const at = tabs.findIndex((tab) => tab === (TAB_OF[place.name] ?? place.name))
  const next = tabs[(at + by + tabs.length) % tabs.length]
  if (next) world.go(next, { callId })
}

const onTabs = (world: World): boolean => world.place?.params.callId !== undefined

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
