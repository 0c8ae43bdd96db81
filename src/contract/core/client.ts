import type { AnswerOf, BodyOf, Contract, ParamsOf, QueryOf } from './endpoint.ts'

type Needs<Part extends string, Value> = Value extends undefined
  ? unknown
  : Record<never, never> extends Value
    ? { readonly [P in Part]?: Value }
    : { readonly [P in Part]: Value }

/** Arguments of a call to an endpoint: only the parts that it has. Optional parts may be left out. */
export type CallOf<E> = Needs<'params', ParamsOf<E>> & Needs<'query', QueryOf<E>> & Needs<'body', BodyOf<E>> & Uploads

/** A file to upload. Only endpoints with `upload` take one. */
export type UploadedFile = {
  readonly name: string
  readonly size: number
  /** The file as the platform has it. */
  readonly content: unknown
  /** Called with the bytes that have been sent. */
  readonly onProgress?: (bytes: number) => void
  /** Ends the upload; the call then rejects. */
  readonly signal?: { readonly aborted: boolean; addEventListener(type: 'abort', listener: () => void): void }
}

type Uploads = { readonly file?: UploadedFile }

/** One function per endpoint of a contract. */
export type Client<C extends Contract> = {
  readonly [Name in keyof C as C[Name] extends { stream: 'events' | 'lines' } ? never : Name]: Record<
    never,
    never
  > extends CallOf<C[Name]>
    ? (call?: CallOf<C[Name]>) => Promise<AnswerOf<C[Name]>>
    : (call: CallOf<C[Name]>) => Promise<AnswerOf<C[Name]>>
}

/** An outgoing request. `path` includes the query; `body`, if present, is sent as JSON, or with `file` as multipart/form-data. */
export type OutgoingRequest = {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly file?: UploadedFile
}

/** Arguments of a call to any endpoint. */
export type AnyCall = {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: unknown
  readonly body?: unknown
  readonly file?: UploadedFile
}

/**
 * A typed client of a contract. `send` makes the request and resolves with the answer's JSON (null if there is none).
 * Base URL, token, retries and timeouts are up to `send`, because they differ between callers.
 */
export const clientOf = <C extends Contract>(
  contract: C,
  send: (request: OutgoingRequest) => Promise<unknown>,
): Client<C> =>
  // One function for each name, as the mapped type says; Object.fromEntries forgets names.
  Object.fromEntries(
    Object.entries(contract).flatMap(([name, { route, stream }]) =>
      stream === 'events' || stream === 'lines' ? [] : [[name, (call: AnyCall = {}) => send(requestOf(route, call))]],
    ),
  ) as Client<C>

/** Builds the request for a route from its path variables and query. Throws if a variable is missing. */
export const requestOf = (route: string, { params = {}, query, body, file }: AnyCall): OutgoingRequest => {
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
  const address = search === '' ? path : `${path}?${search}`
  return { method, path: address, ...(body !== undefined && { body }), ...(file && { file }) }
}
