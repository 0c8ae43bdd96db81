import { bulkArgumentOf } from '../commands/core/argument.ts'
import type { Command } from '../commands/core/command.ts'
import type { Headless } from '../commands/headless/headless.ts'
import { seenFieldsOf } from './effects.ts'

type Values = Readonly<Record<string, unknown>>

/** Kinds of which people outside of the project may see an object, and how to tell whether they do. */
const SEEN_OBJECTS: Readonly<Record<string, (world: Headless, id: string) => Promise<boolean>>> = {
  incident: async ({ call }, id) => (await call('incident.read', { params: { id } })).published !== null,
  report: async ({ call }, id) => (await call('report.read', { params: { id } })).meta.public,
  monitor: async ({ call }, id) => {
    const { access } = await call('monitor.read', { params: { id } })
    return Object.values(access).includes(true)
  },
}

const MOST_REPORTS = 1_000

/** Whether the project shows figures of its monitors to people outside of it, under their names or by their tags. */
const showsMonitors = async ({ call }: Headless): Promise<boolean> => {
  const [page, reports] = await Promise.all([
    call('status-page.read', {}),
    call('report.list', { query: { limit: MOST_REPORTS } }),
  ])
  return reports.results.some(({ meta }) => meta.public) || page.published
}

const MONITORS: readonly string[] = ['monitor', 'browser-test']

/** Whether people outside of the project see what a command changes, if its object is public. */
export const isSeenWhilePublic = (command: Command): boolean => {
  const fields = seenFieldsOf(command)
  return fields === true || fields.length > 0
}

/** Whether they see it now. An object that cannot be read may be public. */
export const isSeenNow = async (command: Command, args: Values, world: Headless): Promise<boolean> => {
  const fields = seenFieldsOf(command)
  if (fields !== true && !fields.some((field) => args[field] !== undefined)) return false
  const about = bulkArgumentOf(command)
  const isPublic = SEEN_OBJECTS[about?.kind ?? '']
  const ids = about ? [...new Set([args[about.key]].flat().map(String))] : []
  const found = await Promise.all([
    ...(isPublic ? ids.map((id) => isPublic(world, id).catch(() => true)) : []),
    ...(MONITORS.includes(command.id.split('.')[0] ?? '') ? [showsMonitors(world).catch(() => true)] : []),
  ])
  return found.includes(true)
}
