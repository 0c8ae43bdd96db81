import type { EndpointName, ProductContract } from '../../contract/contract.ts'
import type { CallOf } from '../../contract/core/client.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import type { RouteName } from '../routes.ts'
import type { Entity } from './world.ts'

type Answer<Name extends EndpointName> = AnswerOf<ProductContract[Name]>

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
