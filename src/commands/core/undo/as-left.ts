import { isEqual, valueAt } from '../../../../machines/draft-path.ts'
import type { AsLeft, CommandStep } from '../../../../machines/undo.ts'
import type { EndpointName } from '../../../contract/contract.ts'
import type { World } from '../world.ts'
import { changedSince, usedSince } from './undo-failures.ts'
import { usesOf } from './uses.ts'

/** Deletions that an undo carries out without a question: how the object is read before, and the argument that names it. */
const DELETIONS: Readonly<Record<string, readonly [read: EndpointName, argument: string]>> = {
  'monitor.remove': ['monitor.read', 'monitor'],
  'browser-test.remove': ['browser-test.read', 'test'],
  'downtime.remove': ['downtime.read', 'downtime'],
}

/** What people change of a monitor when they make it their own, and of a downtime. */
const PATHS = [
  ...['meta.name', 'meta.description', 'meta.tags', 'request.method', 'request.url', 'name', 'tags', 'url'],
  'schedule',
]

const left = (read: EndpointName, id: string, row: unknown, uses?: readonly string[]): AsLeft => {
  const fields = PATHS.map((path) => [path, valueAt(row, path)] as const).filter(([, value]) => value !== undefined)
  return {
    read,
    id,
    name: String(valueAt(row, 'meta.name') ?? valueAt(row, 'name') ?? ''),
    fields: Object.fromEntries(fields),
    ...(uses && { uses }),
  }
}

/** What a deletion deletes: how it is read, and its id; null for any other command. */
const deletedBy = ({ command, args }: CommandStep): { readonly read: EndpointName; readonly id: string } | null => {
  const [read, argument = ''] = DELETIONS[command] ?? []
  const id = args[argument]
  return read && typeof id === 'string' ? { read, id } : null
}

const readRow = (read: EndpointName, id: string, world: World): Promise<unknown> =>
  // The endpoint is one of the table; what it answers is looked at by paths.
  world.call(read, { params: { id } } as never)

/** A deletion with the object as it is in the answer of what made it, and the ids of what the action put it on; any other command as it is. */
export const withAsLeft = (step: CommandStep, row: unknown, uses?: readonly string[]): CommandStep => {
  const deleted = deletedBy(step)
  return deleted ? { ...step, asLeft: left(deleted.read, deleted.id, row, uses) } : step
}

/**
 * A deletion with the object as it is now, and with what uses it unless a question names that before; any other command as it is. Of an
 * object that cannot be read nothing is known, so that whatever uses it later keeps it from being deleted unasked.
 */
export const withAsNow = async (step: CommandStep, world: World, isAsked: boolean): Promise<CommandStep> => {
  const deleted = deletedBy(step)
  if (!deleted) return step
  const { read, id } = deleted
  try {
    const row = await readRow(read, id, world)
    if (isAsked) return withAsLeft(step, row)
    const uses = await usesOf(id, row, world)
    return withAsLeft(
      step,
      row,
      uses.map((use) => use.id),
    )
  } catch {
    return isAsked ? step : withAsLeft(step, {}, [])
  }
}

/** Refuses a step whose object is not as the action left it. */
export const refuseIfChanged = async ({ asLeft }: CommandStep, world: World): Promise<void> => {
  if (!asLeft) return
  const { id, name, fields, uses } = asLeft
  // Of a step that the terminal stored, the endpoint is a text.
  const row = await readRow(asLeft.read as EndpointName, id, world)
  const changed = Object.entries(fields)
    .filter(([path, before]) => !isEqual(valueAt(row, path), before))
    .map(([path]) => path)
  if (changed.length > 0) throw changedSince(name, changed)
  if (!uses) return
  const added = (await usesOf(id, row, world)).filter((use) => !uses.includes(use.id))
  if (added.length > 0)
    throw usedSince(
      name,
      added.map(({ words }) => words),
    )
}
