import type { Shape } from '../../contract/core/endpoint.ts'
import type { detail } from '../../contract/results/results.ts'

export type Detail = Shape<typeof detail>
export type TlsFacts = NonNullable<Detail['tls']>
export type Protocol = NonNullable<Detail['protocol']>
export type Lookup = Detail['dns']['lookups'][number]
export type Redirect = Detail['redirects'][number]

/** Facts of a call, filled in as it proceeds, so that a failed call shows how far it came. */
export type Trace = {
  /** Messages for a person, in order. */
  messages: string[]
  lookups: Lookup[]
  redirects: Redirect[]
  /** The address of the connection, or the last one that was tried. */
  destIp: string | null
  sourceIp: string | null
  tls: TlsFacts | null
  /** Whether a condition asks for the certificate chain. */
  readonly asksChain: boolean
  /** Protocol of the last hop; null before its connection is open. */
  protocol: Protocol | null
}

export const newTrace = (asksChain = false): Trace => ({
  messages: [],
  lookups: [],
  redirects: [],
  destIp: null,
  sourceIp: null,
  tls: null,
  asksChain,
  protocol: null,
})
