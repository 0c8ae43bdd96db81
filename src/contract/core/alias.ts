import type { AnyEndpoint, Contract, Method } from './endpoint.ts'
import { type NestedForm, nestedDefinition } from './nested-form.ts'
import { results } from './wire.ts'

/**
 * Another address of an endpoint, perhaps with another form of its bodies and answers. The server translates its requests and answers,
 * and the endpoint does the rest: rules, access, audit, idempotency and live events are the endpoint's own. Aliases are for programs; the
 * web app does not carry them.
 */
export type Alias = AnyEndpoint & {
  /** The name of the endpoint. */
  readonly alsoOf: string
  readonly original: AnyEndpoint
  /** Null: bodies and answers are those of the endpoint. */
  readonly form: NestedForm | null
  /** The path variable of the endpoint that stands for the project of the request. */
  readonly projectAs?: string
}

export type Aliases = { readonly [name: string]: Alias }

type Spec<Name> = {
  readonly alsoOf: Name
  readonly form?: NestedForm
  readonly projectAs?: string
}

/** The fields that an alias has of its own, or that only clients with a cache read. */
type Own = 'route' | 'query' | 'body' | 'answer' | 'lists' | 'shows'

/* @__NO_SIDE_EFFECTS__ */
/** Declares an alias: the list of an endpoint of version 3 becomes one of version 2, with its rows in `results`. */
export const alias = <const Endpoints extends Contract>(
  endpoints: Endpoints,
  route: `${Method} /${string}`,
  { alsoOf, form, projectAs }: Spec<keyof Endpoints & string>,
): Alias => {
  const original: AnyEndpoint | undefined = endpoints[alsoOf]
  if (!original) throw new Error(`There is no endpoint ${alsoOf}.`)
  const { route: _, query, body, answer, lists, shows: __, ...rest }: Pick<AnyEndpoint, Own> & AnyEndpoint = original
  const rowOf = (row: unknown) => (form ? nestedDefinition(form, row, true) : row)
  return {
    ...rest,
    route,
    original,
    alsoOf,
    form: form ?? null,
    ...(projectAs !== undefined && { projectAs }),
    ...(query !== undefined && { query }),
    ...(body !== undefined && { body: form ? nestedDefinition(form, body, false) : body }),
    ...(lists !== undefined && { lists: 'results' }),
    answer: lists ? results(rowOf(rowDefinition(answer, lists))) : answer === null ? null : rowOf(answer),
  }
}

/** Whether an endpoint is an alias. */
export const isAlias = (endpoint: AnyEndpoint): endpoint is Alias => 'alsoOf' in endpoint

/** The definition of one row of a list, which is `[row, '[]']`. */
const rowDefinition = (answer: unknown, lists: 'data' | 'results'): unknown => {
  const rows = (answer as Readonly<Record<string, readonly unknown[]>>)[lists]
  if (rows?.[1] !== '[]') throw new Error(`The list has no rows in ${lists}.`)
  return rows[0]
}
