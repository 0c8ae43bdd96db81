import { contract, type EndpointName, type ProductContract } from '../../contract/contract.ts'
import type { CallOf } from '../../contract/core/client.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import type { WebEndpoint } from '../../contract/core/web-endpoint.ts'
import type { RouteName } from '../routes.ts'
import type { Entity } from './world.ts'

type Answer<Name extends EndpointName> = AnswerOf<ProductContract[Name]>

/** Objects of a kind that are loaded to choose from; where there are more, the server searches too. */
const SEARCHED_HERE = 1000

/** Objects that a search answers with: more are not shown at once. */
const FOUND_AT_MOST = 50

/** The endpoint whose answer holds the objects to choose from, and how they are read off it. */
export type Listing = {
  readonly operation: EndpointName
  readonly input: object
  readonly entities: (answer: unknown) => readonly Entity[]
}

/** The endpoint whose answer holds the name of one object. */
export type Naming = {
  readonly operation: EndpointName
  readonly input: (id: string) => object
  readonly name: (answer: unknown, id: string) => string | null
}

/** The commands' half of a kind's row: from it come prompts, choices, links, crumbs and the commands of managed kinds. */
export type KindRow<Route extends string = RouteName> = {
  readonly noun: readonly [one: string, many: string]
  /** The question for an argument, where it is not “Which” and the noun. */
  readonly prompt?: string
  readonly icon: string
  /** The variable of routes that names one; null where no route has one. */
  readonly parameter: string | null
  /** Further fields of drafts that name objects of this kind. */
  readonly fields?: readonly string[]
  /** How a line names one, where not by slug or name: by id because ids are readable, or by any text because not all are listed. */
  readonly named?: 'by id' | 'by any text'
  /** Whether a text can be the id of one, where any text names one. */
  readonly isId?: (text: string) => boolean
  /** A line may name one by an id that its list does not have yet: the list follows a deletion later than its undo may come. */
  readonly lags?: true
  /** Null where there is nothing to choose from; `session`: the machine of the signed-in person holds them. */
  readonly list: Listing | 'session' | null
  /** Null where a screen never shows the name of one. */
  readonly naming: Naming | null
  readonly routes: {
    readonly list: Route | null
    readonly one: Route | null
    readonly make: Route | null
    readonly edit: Route | null
  }
}

/** Whether the server finds rows of a list by a text: then one page of it is loaded, and the rest is searched. */
export const isSearched = ({ operation }: Listing): boolean => (contract[operation] as WebEndpoint).searched === true

const queryOf = ({ input }: Listing): object =>
  'query' in input && typeof input.query === 'object' && input.query !== null ? input.query : {}

/** The input of the call that loads the objects to choose from: all of them, or the first page where the server finds the rest. */
export const firstPageOf = (list: Listing): object =>
  isSearched(list) ? { ...list.input, query: { limit: SEARCHED_HERE, ...queryOf(list) } } : list.input

/** The input of the same endpoint that finds objects by a text; null where a list is always loaded as a whole. */
export const searchInput = (list: Listing, search: string, limit = FOUND_AT_MOST): object | null =>
  isSearched(list) ? { ...list.input, query: { ...queryOf(list), search, limit } } : null

/** Reads entities off the answer of an endpoint. */
export const listed = <Name extends EndpointName>(
  operation: Name,
  input: CallOf<ProductContract[Name]>,
  entities: (answer: Answer<Name>) => readonly Entity[],
): Listing => ({
  operation,
  input,
  // Whoever reads the table calls this with the answer of `operation`, which the table's type forgets.
  entities: (answer) => entities(answer as Answer<Name>),
})

/** Reads a name off the answer of an endpoint. */
export const namedBy = <Name extends EndpointName>(
  operation: Name,
  input: (id: string) => CallOf<ProductContract[Name]>,
  name: (answer: Answer<Name>, id: string) => string | null,
): Naming => ({
  operation,
  input,
  // As above: the answer is that of `operation`.
  name: (answer, id) => name(answer as Answer<Name>, id),
})

/** No routes of its own. */
export const noRoutes = { list: null, one: null, make: null, edit: null } as const

/** Checks a row where it is written, and keeps its literal types. Its area checks that the routes are there. */
export const kind = <const Row extends KindRow<string>>(row: Row): Row => row
