import { kinds } from '../../kinds.ts'
import { entityOf } from '../naming.ts'
import type { Entity, EntityKind } from '../world.ts'
import { type Match, matchesOf, type Searchable } from './match.ts'

const made = new WeakMap<readonly Entity[], readonly Searchable<Entity>[]>()
const madeOf = new WeakMap<Entity, Searchable<Entity>>()

/** An object by what people see of it: its name, and its note. An id is found by a part of it only where it is a word that people read. */
const searchableEntity = (item: Entity, kind: EntityKind): Searchable<Entity> => {
  const beside = [...(kinds[kind].named === undefined ? [] : [item.id]), item.note ?? '']
  const one = madeOf.get(item) ?? { item, texts: [item.name, beside.join(' ')] }
  madeOf.set(item, one)
  return one
}

/** Made once for each list: what the search prepares is stored with it. */
const searchable = (entities: readonly Entity[], kind: EntityKind): readonly Searchable<Entity>[] => {
  const all = made.get(entities) ?? entities.map((each) => searchableEntity(each, kind))
  made.set(entities, all)
  return all
}

/** Objects of a kind that a text may mean, the best first: by letters of name and note, or by the whole id. */
export const entitiesLike = (
  text: string,
  kind: EntityKind,
  entities: readonly Entity[],
  limit: number,
): readonly Match<Entity>[] => {
  const byId = entityOf(text.trim(), entities)
  if (byId && byId.name !== text.trim()) return [{ item: byId, score: 1, ranges: [] }]
  const all = searchable(entities, kind)
  const found = matchesOf(text, all, limit)
  // Lines write “Key 1” as `key-1`: a part of that is a part of the name.
  if (!text.includes('-') || found.length >= limit) return found
  const known = new Set(found.map(({ item }) => item))
  const spoken = matchesOf(text.replaceAll('-', ' '), all, limit)
  return [...found, ...spoken.filter(({ item }) => !known.has(item)).slice(0, limit - found.length)]
}
