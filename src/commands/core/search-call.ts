import { isGrowing } from '../../../machines/resource/rows.ts'
import type { EndpointName } from '../../contract/contract.ts'
import { kinds } from '../kinds.ts'
import { isSearched, searchInput } from './kind-row.ts'
import type { EntityKind, World } from './world.ts'

/** A search for objects of a kind. */
export type SearchCall = {
  readonly kind: EntityKind
  readonly text: string
  /** It asks for all that is called so: whether a name is unique is known after that. */
  readonly whole: boolean
  readonly operation: EndpointName
  readonly input: object
}

const LONGEST_TEXT = 300

/** Whether a kind has more objects than are loaded: the server has to be asked about a name that is not among them. */
export const isPartial = (kind: EntityKind, world: World): boolean => {
  const { list } = kinds[kind]
  if (list === null || list === 'session' || !isSearched(list)) return false
  // The row has an input of its own operation, which the table's type forgets.
  const answer: unknown = world.known(list.operation, list.input as never)
  const meta = typeof answer === 'object' && answer !== null && 'meta' in answer ? answer.meta : null
  return typeof meta === 'object' && meta !== null && 'more' in meta && meta.more === true
}

/** Pages that are here of a list that is loaded as a whole. Lists that the server searches have no `some`. */
export const loadedOf = (kind: EntityKind, world: World): 'nothing' | 'some' | 'all' => {
  const { list } = kinds[kind]
  if (list === null || list === 'session') return 'all'
  // As above.
  const answer: unknown = world.known(list.operation, list.input as never)
  if (answer === undefined) return 'nothing'
  return !isSearched(list) && isGrowing(answer) ? 'some' : 'all'
}

/** Objects of a search for a whole name. Where more match, another of that name may be among them. */
export const MOST_NAMESAKES = 1_000

/** The call that finds objects of a kind by part of their name; null where a kind is always loaded as a whole. */
export const searchCall = (kind: EntityKind, text: string, whole = false): SearchCall | null => {
  const { list } = kinds[kind]
  const wanted = text.trim()
  if (wanted === '' || wanted.length > LONGEST_TEXT || list === null || list === 'session') return null
  const input = searchInput(list, wanted, whole ? MOST_NAMESAKES : undefined)
  return input && { kind, text: wanted, whole, operation: list.operation, input }
}
