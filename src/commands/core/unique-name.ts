import { kinds } from '../kinds.ts'
import { quote } from './line/tokens.ts'
import { lineNameOf, named } from './naming.ts'
import { isPartial } from './search-call.ts'
import type { Entity, EntityKind, World } from './world.ts'

/**
 * Whether the name of an object may be that of another one: of one that is loaded, or of one on the server that nobody asked for yet. What
 * only opens the object needs no answer of the server: the one that is shown is meant.
 */
export const mayBeShared = (
  { name }: Entity,
  { kind, opens, world }: { readonly kind: EntityKind; readonly opens: boolean; readonly world: World },
): boolean => {
  if (kinds[kind].named !== undefined) return false
  if (named(name, world.entities(kind)).length > 1) return true
  return !opens && isPartial(kind, world) && world.searched(kind, name) !== 'all'
}

/** Says the new name of an object, after a message that begins with the old one; empty where it keeps that. */
export const calledWords = (name: unknown): string =>
  typeof name === 'string' ? `, and called “${name.trim()}” now` : ''

/** Says that a name which an object was given is another one's too, for the end of a message; empty where none is known. */
export const sharedWords = (name: unknown, id: string, kind: EntityKind, world: World): string => {
  if (typeof name !== 'string') return ''
  const isShared = named(name.trim(), world.entities(kind)).some((each) => each.id !== id)
  return isShared ? `; another ${kinds[kind].noun[0]} is called so` : ''
}

/** The name of an object in a line that is to be read as it. Where not all objects are loaded, only an id is sure to be its alone. */
export const lineNameIn = (id: string, kind: EntityKind, world: World): string => {
  const name = lineNameOf(id, kind, world.entities(kind))
  if (kinds[kind].named !== undefined || !isPartial(kind, world)) return name
  return world.searched(kind, name) === 'all' ? name : quote(id)
}
