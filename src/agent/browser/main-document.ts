import type { Request, Response } from 'playwright-core'
import { microseconds, type Timing } from '../runner/stopwatch.ts'
import type { TlsFacts, Trace } from '../runner/trace.ts'
import type { PageRun } from './page-task.ts'
import type { RunNetwork } from './run-network.ts'
import { within } from './within.ts'

/** Time for the browser to say something about a response. */
const TIMEOUT_MS = 1_000
/** Bytes of a main document on the wire, beyond which its text is not read. */
const MAX_DOCUMENT_BYTES = 1_048_576

type Pairs = PageRun['sent']
type Redirects = Trace['redirects']

/** The host and port of a web address, as the proxy is asked for them. */
export const placeIn = (url: string): string => {
  if (!URL.canParse(url)) return ''
  const { host, port, protocol } = new URL(url)
  return port ? host : `${host}:${protocol === 'https:' ? 443 : 80}`
}

const pairsOf = (headers: readonly { name: string; value: string }[] | null): Pairs =>
  (headers ?? []).map(({ name, value }) => ({ key: name, value }))

/** All requests of a chain of redirects, the first one first. */
const chainOf = (request: Request): Request[] => {
  const before = request.redirectedFrom()
  return before ? [...chainOf(before), request] : [request]
}

const redirectsOf = async (chain: readonly Request[]): Promise<Redirects> =>
  Promise.all(
    chain.slice(0, -1).map(async (hop, index) => {
      const response = await within(hop.response(), TIMEOUT_MS, null).catch(() => null)
      const ms = (chain[index + 1]?.timing().startTime ?? 0) - hop.timing().startTime
      return { url: hop.url(), status_code: response?.status() ?? 0, ms: Math.max(0, microseconds(ms)) }
    }),
  )

/** Chromium names no cipher. */
const tlsOf = async (response: Response): Promise<TlsFacts | null> => {
  const told = await within(response.securityDetails(), TIMEOUT_MS, null).catch(() => null)
  if (!told?.protocol) return null
  const { protocol, subjectName = '', issuer = '', validTo } = told
  return {
    version: protocol.replace(/^TLS /, 'TLSv'),
    cipher: '',
    subject: subjectName,
    issuer,
    not_after: validTo ? new Date(validTo * 1000).toISOString() : '',
  }
}

const bodyOf = async (response: Response): Promise<Uint8Array> => {
  const sizes = await within(response.request().sizes(), TIMEOUT_MS, null).catch(() => null)
  if (!sizes || sizes.responseBodySize > MAX_DOCUMENT_BYTES) return new Uint8Array()
  const body = await within(response.body(), TIMEOUT_MS, null).catch(() => null)
  return body ? new Uint8Array(body) : new Uint8Array()
}

/**
 * Phases of the main document. Looking up and connecting happen in the proxy, so its times count; the browser knows the rest. All time that
 * is not of the document's own first bytes, until the page was loaded, is `download`.
 */
const timingOf = (chain: readonly Request[], network: RunNetwork, totalMs: number): Timing => {
  const first = chain[0]?.timing()
  const last = chain.at(-1)
  const {
    startTime = 0,
    secureConnectionStart = -1,
    connectEnd = -1,
    requestStart = -1,
    responseStart = -1,
  } = last?.timing() ?? {}
  const reached = network.reached(placeIn(last?.url() ?? ''))
  const left = { ms: totalMs }
  const part = (ms: number): number => {
    const taken = microseconds(Math.min(left.ms, Math.max(0, ms)))
    left.ms -= taken
    return taken
  }
  const redirect = part(first && chain.length > 1 ? startTime - first.startTime : 0)
  const dns = part(reached?.dnsMs ?? 0)
  const tcp = part(reached?.tcpMs ?? 0)
  const handshake = part(secureConnectionStart >= 0 ? connectEnd - secureConnectionStart : 0)
  const processing = part(responseStart >= 0 && requestStart >= 0 ? responseStart - requestStart : 0)
  const download = microseconds(Math.max(0, left.ms))
  const total = microseconds(dns + tcp + handshake + processing + download + redirect)
  return { dns, tcp, handshake, upload: 0, processing, download, redirect, total }
}

export type MainDocument = Pick<PageRun, 'timing' | 'sent' | 'response'> & {
  redirects: Redirects
  tls: TlsFacts | null
  protocol: Trace['protocol']
}

/** Describes the main document's response, its redirects and its phases; `totalMs` is the time until the page was loaded. */
export const readMainDocument = async (
  response: Response,
  network: RunNetwork,
  totalMs: number,
): Promise<MainDocument> => {
  const chain = chainOf(response.request())
  const late = { sent: [], received: [] }
  const [sent, received, redirects, tls, body, version] = await Promise.all([
    within(response.request().headersArray(), TIMEOUT_MS, late.sent).catch(() => late.sent),
    within(response.headersArray(), TIMEOUT_MS, late.received).catch(() => late.received),
    redirectsOf(chain),
    tlsOf(response),
    bodyOf(response),
    within(response.httpVersion(), TIMEOUT_MS, '').catch(() => ''),
  ])
  return {
    timing: timingOf(chain, network, totalMs),
    // The proxy's own headers never leave this machine.
    sent: pairsOf(sent).filter(({ key }) => !/^proxy-/i.test(key)),
    response: {
      url: response.url(),
      statusCode: response.status(),
      statusText: response.statusText(),
      headers: pairsOf(received),
      body,
    },
    redirects,
    tls,
    protocol: version === 'HTTP/2.0' || version === 'h2' ? 'h2' : 'http/1.1',
  }
}
