import { bulkArgumentOf } from '../commands/core/argument.ts'
import type { Command } from '../commands/core/command.ts'
import type { Headless } from '../commands/headless/headless.ts'
import { endpointsOf } from './effects.ts'

type Values = Readonly<Record<string, unknown>>

/** Kinds of which people outside of the project may see an object, and how to tell whether they do. */
const SEEN_OBJECTS: Readonly<Record<string, (world: Headless, id: string) => Promise<boolean>>> = {
  incident: async ({ call }, id) => (await call('incident.read', { params: { id } })).published !== null,
  report: async ({ call }, id) => (await call('report.read', { params: { id } })).meta.public,
}

/** Whether people outside of the project see what a command changes, if its object is public. */
export const isSeenWhilePublic = (command: Command): boolean => endpointsOf(command).some(({ seen }) => seen === true)

/** Whether they see it now. An object that cannot be read may be public. */
export const isSeenNow = async (command: Command, args: Values, world: Headless): Promise<boolean> => {
  const about = bulkArgumentOf(command)
  const isPublic = SEEN_OBJECTS[about?.kind ?? '']
  if (!isSeenWhilePublic(command) || !about || !isPublic) return false
  const ids = [...new Set([args[about.key]].flat().map(String))]
  const found = await Promise.all(ids.map((id) => isPublic(world, id).catch(() => true)))
  return found.includes(true)
}
