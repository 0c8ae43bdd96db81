import type { Shape } from '../../contract/core/endpoint.ts'
import type { detail } from '../../contract/results/results.ts'

export type Detail = Shape<typeof detail>
export type TlsFacts = NonNullable<Detail['tls']>
export type Lookup = Detail['dns']['lookups'][number]
export type Redirect = Detail['redirects'][number]

/** What a call has left behind so far, filled in as it goes, so that a call that fails shows how far it came. */
export type Trace = {
  /** What a person would want to know, in order. */
  messages: string[]
  lookups: Lookup[]
  redirects: Redirect[]
  /** The address last tried. */
  destIp: string | null
  sourceIp: string | null
  tls: TlsFacts | null
}

export const newTrace = (): Trace => ({
  messages: [],
  lookups: [],
  redirects: [],
  destIp: null,
  sourceIp: null,
  tls: null,
})
