import { neighboursByKind } from '../../src/contract/kind-neighbours.ts'
import type { LiveEvent } from '../../src/contract/live/live.ts'
import type { Call } from './cache-events.ts'
import { type CacheUpdate, idOf, invalidate, kindOf, readOf } from './cache-updates.ts'

const hasField = (body: unknown, fields: readonly string[]): boolean =>
  typeof body === 'object' && body !== null && fields.some((field) => field in body)

type Change = Extract<LiveEvent, { type: 'object' }>['change']

/** The writes that a live event may stand for. */
const writesOf: Readonly<Record<Change, readonly string[]>> = {
  created: ['create', 'restore'],
  updated: ['update'],
  removed: ['remove'],
}

/** Loaded data of other kinds that a live change of an object outdates. */
export const neighboursOf = (kind: string, change: Change, loaded: readonly Call[]): readonly Call[] => {
  const outdated = (neighboursByKind[kind] ?? []).filter(({ by = [] }) =>
    by.some((verb) => writesOf[change].includes(verb)),
  )
  return loaded.filter((call) => outdated.some((neighbour) => neighbour.kind === kindOf(call.operation)))
}

/** The update of a call that other objects have outdated. What is about a removed object would only be asked for in vain. */
export const outdating =
  (removed: readonly string[]) =>
  (call: Call): CacheUpdate =>
    removed.includes(idOf(call) ?? '') ? { kind: 'clear', call } : invalidate(call)

/** Cache updates of other kinds after a write: a monitor shows whether a schedule runs it, and a schedule shows its monitors. */
export const neighbourUpdates = (save: Call, loaded: readonly Call[]): readonly CacheUpdate[] => {
  const verb = save.operation.slice(kindOf(save.operation).length + 1)
  const { params, body } = save.input
  return (neighboursByKind[kindOf(save.operation)] ?? []).flatMap(
    ({ kind, by = [], fields = [], one }): readonly CacheUpdate[] => {
      const shown = loaded.filter((call) => kindOf(call.operation) === kind)
      if (by.includes(verb) || (verb === 'update' && hasField(body, fields)))
        return shown.map(outdating(verb === 'remove' ? [params?.id ?? ''] : []))
      const id = one?.by.includes(verb) ? params?.[one.parameter] : undefined
      const read = readOf(kind)
      return id !== undefined && read && shown.length > 0
        ? [{ kind: 'fetch', call: { operation: read, input: { params: { id } } } }]
        : []
    },
  )
}
