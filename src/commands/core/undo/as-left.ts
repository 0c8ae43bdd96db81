import { isEqual, valueAt } from '../../../../machines/draft-path.ts'
import type { AsLeft, CommandStep } from '../../../../machines/undo.ts'
import type { EndpointName } from '../../../contract/contract.ts'
import type { World } from '../world.ts'
import { ChangedSince } from './undo-failures.ts'

/** Deletions that undo and redo carry out without a question: how the object is read before, and the argument that names it. */
const DELETIONS: Readonly<Record<string, readonly [read: EndpointName, argument: string]>> = {
  'monitor.remove': ['monitor.read', 'monitor'],
  'browser-test.remove': ['browser-test.read', 'test'],
}

/** What people change of a monitor when they make it their own. */
const PATHS = ['meta.name', 'meta.description', 'meta.tags', 'request.method', 'request.url', 'name', 'tags', 'url']

const left = (read: EndpointName, id: string, row: unknown): AsLeft => {
  const fields = PATHS.map((path) => [path, valueAt(row, path)] as const).filter(([, value]) => value !== undefined)
  return {
    read,
    id,
    name: String(valueAt(row, 'meta.name') ?? valueAt(row, 'name') ?? ''),
    fields: Object.fromEntries(fields),
  }
}

/** A deletion with the object as it is in an answer; any other command as it is. */
export const withAsLeft = (step: CommandStep, row: unknown): CommandStep => {
  const [read, argument = ''] = DELETIONS[step.command] ?? []
  const id = step.args[argument]
  return read && typeof id === 'string' ? { ...step, asLeft: left(read, id, row) } : step
}

/** Refuses a step whose object is not as the action left it. */
export const refuseIfChanged = async ({ asLeft }: CommandStep, world: World): Promise<void> => {
  if (!asLeft) return
  // The endpoint is one of the table; what it answers is looked at by paths.
  const row: unknown = await world.call(asLeft.read as EndpointName, { params: { id: asLeft.id } } as never)
  const changed = Object.entries(asLeft.fields)
    .filter(([path, before]) => !isEqual(valueAt(row, path), before))
    .map(([path]) => path)
  if (changed.length > 0) throw new ChangedSince(asLeft.name, changed)
}
