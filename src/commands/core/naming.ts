import { grouped } from '../../domain/core/grouped.ts'
import { kinds } from '../kinds.ts'
import { quote } from './line/tokens.ts'
import type { Entity, EntityKind } from './world.ts'

/** A name as it is typed without quotes: `Checkout · capture payment` is `checkout-capture-payment`. Empty where no letter is left. */
export const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')

type Index = {
  readonly byId: ReadonlyMap<string, Entity>
  readonly byName: ReadonlyMap<string, readonly Entity[]>
  readonly bySlug: ReadonlyMap<string, readonly Entity[]>
}

const indexes = new WeakMap<readonly Entity[], Index>()

/** Looking up costs nothing while the list is the same object: reading a line asks at every key. */
const indexOf = (entities: readonly Entity[]): Index => {
  const before = indexes.get(entities)
  if (before) return before
  const index = {
    byId: new Map(entities.map((each) => [each.id, each])),
    byName: grouped(entities, ({ name }) => name),
    bySlug: grouped(entities, slugOfEntity),
  }
  indexes.set(entities, index)
  return index
}

const slugs = new WeakMap<Entity, string>()

/** Lists change in a few places at a time: the slugs of all others are known. */
const slugOfEntity = (entity: Entity): string => {
  const slug = slugs.get(entity) ?? slugOf(entity.name)
  slugs.set(entity, slug)
  return slug
}

/**
 * The things that a text names: by id, else by name, else by slug. More than one: the text is ambiguous. An empty text names none, not even
 * what has an empty slug because its name has no letter.
 */
export const named = (text: string, entities: readonly Entity[]): readonly Entity[] => {
  if (text.trim() === '') return []
  const index = indexOf(entities)
  const byId = index.byId.get(text)
  if (byId) return [byId]
  const named = index.byName.get(text)
  if (named) return named
  const marks = text.match(/[^\p{L}\p{M}\p{N}\s-]/gu) ?? []
  // A mark is part of what it names: `checkout*` is no way to write “Checkout”.
  return (index.bySlug.get(slugOf(text) || text) ?? []).filter(({ name }) => marks.every((mark) => name.includes(mark)))
}

/** The thing of an id. */
export const entityOf = (id: string, entities: readonly Entity[]): Entity | null =>
  indexOf(entities).byId.get(id) ?? null

/** The name of an object in a line: its slug if that is unique, else its name in quotes, else its id. Kinds with readable ids use those. */
export const lineNameOf = (id: string, kind: EntityKind, entities: readonly Entity[]): string => {
  const entity = entityOf(id, entities)
  if (!entity || kinds[kind].named !== undefined) return quote(id)
  const slug = slugOf(entity.name)
  const means = (text: string): boolean => {
    const meant = named(text, entities)
    return meant.length === 1 && meant[0]?.id === id
  }
  if (slug !== '' && isBare(slug) && means(slug)) return quote(slug)
  return quote(means(entity.name) ? entity.name : id)
}

const isBare = (slug: string): boolean => quote(slug) === slug

/** Whether somebody typing a text may be about to name the thing: it stands in its name, or shortens one of the words. Readable ids count as names. */
export const mayBecome = (text: string, { id, name }: Entity, kind: EntityKind): boolean => {
  const typed = slugOf(text)
  if (typed === '') return text.trim() === ''
  const names = [...(kinds[kind].named === undefined ? [] : [slugOf(id)]), slugOf(name)]
  return (
    names.some((each) => each.includes(typed)) ||
    names
      .join('-')
      .split('-')
      .some((word) => shortens(typed, word))
  )
}

/** `chk` shortens `checkout`: it begins like it, and its letters occur in that order. */
const shortens = (letters: string, word: string): boolean => {
  let at = 0
  for (const letter of letters) {
    at = word.indexOf(letter, at) + 1
    if (at === 0) return false
  }
  return word[0] === letters[0]
}
