import { keyOf } from '../../../machines/resource/cache.ts'
import type { SearchAnswer } from '../../../machines/search.ts'
import { firstPageOf, isSearched, type Listing } from '../../commands/core/kind-row.ts'
import type { Entity, EntityKind } from '../../commands/core/world.ts'
import { kinds, type SessionKind } from '../../commands/kinds.ts'
import type { EndpointName } from '../../contract/contract.ts'
import { machineOf, type RefOf } from './machines-of.ts'
import type { AppActor } from './view-effects.ts'

/** The cached answer of an endpoint; loads it where it was never asked for. */
export const readAnswer = (app: AppActor, operation: EndpointName, input: object): object | undefined => {
  const cache = machineOf(app, 'cache')
  const key = keyOf(operation, input)
  if (!cache?.getSnapshot().context.resources[key]) cache?.send({ type: 'REQUIRE', operation, input })
  const data: unknown = cache?.getSnapshot().context.resources[key]?.getSnapshot().context.data
  return typeof data === 'object' && data !== null ? data : undefined
}

/** The cached answer of a listing; loads it where it is not loaded yet. */
const loaded = (app: AppActor, listing: Listing): object | undefined => {
  const { operation, input } = listing
  const page = firstPageOf(listing)
  const resources = machineOf(app, 'cache')?.getSnapshot().context.resources
  // What a screen loads anyway is used; otherwise one page is enough, because the server finds the rest.
  if (!resources?.[keyOf(operation, input)]) return readAnswer(app, operation, page)
  // The page may be here before the screen's own list is.
  const isPageHere = resources[keyOf(operation, page)] !== undefined
  return readAnswer(app, operation, input) ?? (isPageHere ? readAnswer(app, operation, page) : undefined)
}

const isEqual = (a: Entity, b: Entity): boolean =>
  a.id === b.id && a.name === b.name && a.note === b.note && a.category === b.category && a.address === b.address

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

type Merged = {
  readonly base: readonly Entity[]
  readonly answers: readonly SearchAnswer[]
  readonly all: readonly Entity[]
}

const merged = new WeakMap<AppActor, Map<EntityKind, Merged>>()

/** A list with what searches on the server found beside it; the very same list while neither changes. */
const withFound = (app: AppActor, kind: EntityKind, list: Listing, base: readonly Entity[]): readonly Entity[] => {
  const answers = machineOf(app, 'search')?.getSnapshot().context.answers ?? NOTHING_FOUND
  if (!answers.some((each) => each.kind === kind)) return base
  const ofApp = merged.get(app) ?? new Map<EntityKind, Merged>()
  merged.set(app, ofApp)
  const before = ofApp.get(kind)
  if (before && before.base === base && before.answers === answers) return before.all
  const ids = new Set(base.map(({ id }) => id))
  const found = answers.filter((each) => each.kind === kind).flatMap(({ answer }) => list.entities(answer))
  const added = found.filter(({ id }) => !ids.has(id) && ids.add(id))
  const all = added.length === 0 ? base : [...base, ...added]
  ofApp.set(kind, { base, answers, all })
  return all
}
const NOTHING_FOUND: readonly SearchAnswer[] = []

/** Whether the server was asked for all objects of a kind that are called so, and answered them all. */
export const searchedFor = (app: AppActor, kind: EntityKind, text: string): 'all' | 'some' | null => {
  const answers = machineOf(app, 'search')?.getSnapshot().context.answers ?? NOTHING_FOUND
  const found = answers.find((each) => each.whole && each.kind === kind && each.text === text.trim())
  return found ? (hasMore(found.answer) ? 'some' : 'all') : null
}

const hasMore = (answer: unknown): boolean => {
  const { meta } = Object(answer) as { meta?: unknown }
  return (Object(meta) as { more?: unknown }).more === true
}

const rowsIn = (answer: unknown): readonly unknown[] => {
  if (typeof answer !== 'object' || answer === null) return []
  const rows = 'data' in answer ? answer.data : 'results' in answer ? answer.results : []
  return Array.isArray(rows) ? rows : []
}

/**
 * The rows of a list that is not loaded as a whole: its first page and what was found by searches, in the form of the list's answer.
 * Undefined for calls that load the objects of no kind.
 */
export const partialAnswer = (app: AppActor, operation: EndpointName, input: object): object | undefined => {
  for (const [kind, list] of searchedLists) {
    if (list.operation !== operation || keyOf(operation, list.input) !== keyOf(operation, input)) continue
    const page = machineOf(app, 'cache')?.getSnapshot().context.resources[keyOf(operation, firstPageOf(list))]
    const data: unknown = page?.getSnapshot().context.data
    if (typeof data !== 'object' || data === null) return undefined
    const answers = machineOf(app, 'search')?.getSnapshot().context.answers ?? NOTHING_FOUND
    const found = answers.filter((each) => each.kind === kind).flatMap(({ answer }) => rowsIn(answer))
    const field = 'data' in data ? 'data' : 'results'
    return found.length === 0 ? data : { ...data, [field]: [...rowsIn(data), ...found] }
  }
  return undefined
}
// The keys of the table are its kinds; Object.keys cannot know it.
const searchedLists = (Object.keys(kinds) as readonly EntityKind[]).flatMap((kind) => {
  const { list } = kinds[kind]
  return list !== null && list !== 'session' && isSearched(list) ? [[kind, list] as const] : []
})

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
  return withFound(app, kind, list, read(loaded(app, list)))
}
