import type { AnswerOf, BodyOf, Contract, ParamsOf, QueryOf } from './endpoint.ts'

type Needs<Part extends string, Value> = Value extends undefined
  ? unknown
  : Record<never, never> extends Value
    ? { readonly [P in Part]?: Value }
    : { readonly [P in Part]: Value }

/** What a call of an endpoint takes: only the parts that it has, and those it can do without may be left out. */
export type CallOf<E> = Needs<'params', ParamsOf<E>> & Needs<'query', QueryOf<E>> & Needs<'body', BodyOf<E>>

/** A function for each endpoint of a contract that answers once: a stream of events has no end to resolve with. */
export type Client<C extends Contract> = {
  readonly [Name in keyof C as C[Name] extends { stream: 'events' } ? never : Name]: Record<
    never,
    never
  > extends CallOf<C[Name]>
    ? (call?: CallOf<C[Name]>) => Promise<AnswerOf<C[Name]>>
    : (call: CallOf<C[Name]>) => Promise<AnswerOf<C[Name]>>
}

/** A request as it goes out; `path` holds its query, `body` is to be sent as JSON where it is there. */
export type OutgoingRequest = { readonly method: string; readonly path: string; readonly body?: unknown }

/** What a call of some endpoint takes, whichever it is. */
export type AnyCall = {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: unknown
  readonly body?: unknown
}

/**
 * A typed client of a contract. `send` carries a request out and resolves with the answer's JSON (null where there is none):
 * base address, token, retries and time are its own, since each side has others.
 */
export const clientOf = <C extends Contract>(
  contract: C,
  send: (request: OutgoingRequest) => Promise<unknown>,
): Client<C> =>
  // One function for each name, as the mapped type says; Object.fromEntries forgets names.
  Object.fromEntries(
    Object.entries(contract).flatMap(([name, { route, stream }]) =>
      stream === 'events' ? [] : [[name, (call: AnyCall = {}) => send(requestOf(route, call))]],
    ),
  ) as Client<C>

/** The request that calls a route: its variables and its query filled in. A missing variable is an error. */
export const requestOf = (route: string, { params = {}, query, body }: AnyCall): OutgoingRequest => {
  const [method = '', template = ''] = route.split(' ')
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined || value === '') throw new Error(`The address ${template} needs ${name}.`)
    return encodeURIComponent(value)
  })
  const search = Object.entries(query ?? {})
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&')
  return { method, path: search === '' ? path : `${path}?${search}`, ...(body !== undefined && { body }) }
}
