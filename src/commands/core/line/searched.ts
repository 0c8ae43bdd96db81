import { argumentsOf } from '../argument.ts'
import { named } from '../naming.ts'
import { isPartial, type SearchCall, searchCall } from '../search-call.ts'
import type { EntityKind, World } from '../world.ts'
import type { Reading } from './reading.ts'
import { isNamed } from './suggest.ts'
import { unquoted } from './tokens.ts'

/**
 * The search on the server that a line calls for, where more objects exist than are loaded: whether a name in it is unique, else the name
 * that is being typed; else null.
 */
export const searchOfLine = (reading: Reading, world: World): SearchCall | null => {
  const deciding = reading.problems.find(({ search }) => search !== null)?.search
  if (deciding) return world.signedIn ? deciding : null
  if (!isNamed(reading)) return partial('monitor', reading.line, world)
  const { kind } = reading.current ?? reading.missing ?? { kind: null }
  if (kind && reading.piece.text !== '') return partial(kind, reading.piece.text, world)
  // A name that was left behind, as in a pasted line, must be found too.
  const unknown = reading.problems.find(
    ({ argument }) => argument?.kind && argumentsOf(reading.command).includes(argument),
  )
  return unknown?.argument?.kind
    ? partial(unknown.argument.kind, unquoted(reading.line.slice(unknown.from, unknown.to)), world)
    : null
}

/**
 * The search for all objects that are called as the text in a line, where none of those that are known is: those that fit best are newer ones,
 * among which it need not be. Null where that is known, or where the line asks for no such object.
 */
export const namesakesOfLine = (reading: Reading, world: World): SearchCall | null => {
  const { current, missing, piece } = reading
  const kind = isNamed(reading) ? ((current ?? missing)?.kind ?? null) : null
  if (kind === null || !world.signedIn || !isPartial(kind, world)) return null
  const text = unquoted(piece.text)
  if (named(text, world.entities(kind)).length > 0 || world.searched(kind, text) !== null) return null
  return searchCall(kind, text, true)
}

// No project is searched for monitors while none is open.
const partial = (kind: EntityKind, text: string, world: World): SearchCall | null =>
  world.signedIn && isPartial(kind, world) ? searchCall(kind, text) : null
