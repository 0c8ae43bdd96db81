import { percentEncoded } from '../../../domain/auth/oauth1.ts'
import type { Job, Pair, Request } from '../request.ts'

export type Auth = NonNullable<Job['auth']>
export type AuthOf<Type extends Auth['type']> = Extract<Auth, { type: Type }>

/** The moment of a request, and chance, for signatures. */
export type Moment = {
  readonly nowMs: number
  /** Random number from 0 (included) to 1 (excluded). */
  readonly random: () => number
}

/** Sets headers, of which several may have one name, in place of any with their names. */
export const withHeaders = (request: Request, set: readonly Pair[]): Request => {
  const names = new Set(set.map(({ key }) => key.toLowerCase()))
  return { ...request, headers: [...request.headers.filter(({ key }) => !names.has(key.toLowerCase())), ...set] }
}

/** Sets a header in place of any with the same name. */
export const withHeader = (request: Request, header: Pair): Request => withHeaders(request, [header])

/** Adds parameters at the end of a query. */
export const withParameters = (request: Request, parameters: readonly Pair[]): Request => {
  if (parameters.length === 0) return request
  const url = new URL(request.url)
  const added = parameters.map(({ key, value }) => `${percentEncoded(key)}=${percentEncoded(value)}`).join('&')
  url.search = url.search.length > 1 ? `${url.search}&${added}` : added
  return { ...request, url }
}
