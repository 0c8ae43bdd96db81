import { keyOf } from '../../../machines/resource/cache.ts'
import type { Listing } from '../../commands/core/kind-row.ts'
import type { Entity, EntityKind } from '../../commands/core/world.ts'
import { kinds, type SessionKind } from '../../commands/kinds.ts'
import { machineOf, type RefOf } from './machines-of.ts'
import type { AppActor } from './view-effects.ts'

/** The cached answer of a listing; loads it where it is not loaded yet. */
const loaded = (app: AppActor, { operation, input }: Listing): object | undefined => {
  const cache = machineOf(app, 'cache')
  const key = keyOf(operation, input)
  if (!cache?.getSnapshot().context.resources[key]) cache?.send({ type: 'REQUIRE', operation, input })
  const data: unknown = cache?.getSnapshot().context.resources[key]?.getSnapshot().context.data
  return typeof data === 'object' && data !== null ? data : undefined
}

const isEqual = (a: Entity, b: Entity): boolean =>
  a.id === b.id && a.name === b.name && a.note === b.note && a.category === b.category

/**
 * A list derived from data, and the very same list for as long as nothing that it shows has changed: results come in all the time,
 * and what searching makes of ten thousand names is kept with the list.
 */
const derived = ({ entities }: Listing) => {
  let from: object | null = null
  let list: readonly Entity[] = []
  return (data: object | undefined): readonly Entity[] => {
    if (!data) return []
    if (data === from) return list
    const before = list
    const after = entities(data).map((entity, index) => {
      const known = before[index]
      return known && isEqual(known, entity) ? known : entity
    })
    from = data
    list = after.length === before.length && after.every((entity, index) => entity === before[index]) ? before : after
    return list
  }
}

type Held = ReturnType<RefOf<'project'>['getSnapshot']>['context']

/** The kinds that the machine of the signed-in person holds. */
const ofSession: Readonly<Record<SessionKind, (held: Held) => readonly Entity[]>> = {
  project: ({ projects }) =>
    projects.map(({ project, organization }) => ({
      id: project.id,
      name: project.name,
      note: organization?.name ?? 'Personal',
    })),
  collection: ({ organizations }) => organizations.map(({ id, name }) => ({ id, name })),
}
const isOfSession = (kind: EntityKind): kind is SessionKind => kinds[kind].list === 'session'

const lists = new Map<Listing, ReturnType<typeof derived>>()

/** The objects of a kind, for choices and for names in a line. */
export const entitiesOf = (app: AppActor, kind: EntityKind): readonly Entity[] => {
  if (isOfSession(kind)) {
    const held = machineOf(app, 'project')?.getSnapshot().context
    return held ? ofSession[kind](held) : []
  }
  const { list } = kinds[kind]
  if (list === null || list === 'session') return []
  const read = lists.get(list) ?? derived(list)
  lists.set(list, read)
  return read(loaded(app, list))
}
