import { lookup as lookUp } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { type AllowRule, mayReach } from '../../domain/addresses.ts'

export type PostOutcome = { ok: boolean; httpCode: number | null; error: string | null }

/** A delivery is tried for this long, then again later. */
const TIMEOUT_MS = 10_000
/** So much of an answer is read that the connection may end cleanly; nobody looks at more. */
const ANSWER_BYTES = 64 * 1024

/**
 * POSTs to an address that somebody typed. What is checked is what is connected to: the name is looked up once, and only a
 * public or allowed address is handed to the socket. Redirects are not followed. A failure is an outcome, not an exception.
 */
export const guardedPost = (
  url: string,
  request: { headers: Record<string, string>; body: string; allowed: readonly AllowRule[] },
): Promise<PostOutcome> =>
  new Promise((resolve) => {
    const failed = (error: string) => resolve({ ok: false, httpCode: null, error })
    let address: URL
    try {
      address = new URL(url)
    } catch {
      return failed('The address is not a URL.')
    }
    const secure = address.protocol === 'https:'
    const port = Number(address.port || (secure ? 443 : 80))
    const host = address.hostname.replace(/^\[|\]$/g, '')
    const refusal = `${host} is not a public address; SONDE_ALLOW_PRIVATE can allow it.`
    if (isIP(host) && !mayReach(request.allowed, { host, ip: host, port })) return failed(refusal)

    const outgoing = (secure ? https : http).request(
      address,
      {
        method: 'POST',
        agent: false,
        headers: { ...request.headers, 'content-length': Buffer.byteLength(request.body) },
        lookup: checkedLookup(request.allowed, port, refusal),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      },
      (answer) => {
        const code = answer.statusCode ?? 0
        let read = 0
        answer.on('data', (chunk: Buffer) => {
          read += chunk.length
          if (read > ANSWER_BYTES) answer.destroy()
        })
        const ok = code >= 200 && code < 300
        resolve({ ok, httpCode: code, error: ok ? null : `The receiver answered ${code}.` })
        answer.on('error', () => {})
      },
    )
    outgoing.on('error', (error: NodeJS.ErrnoException) =>
      failed(
        error.name === 'TimeoutError' || error.name === 'AbortError'
          ? 'The receiver did not answer within 10 s.'
          : error.message,
      ),
    )
    outgoing.end(request.body)
  })

const checkedLookup =
  (allowed: readonly AllowRule[], port: number, refusal: string): LookupFunction =>
  (host, options, done) =>
    lookUp(host, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, '', 0)
      const reachable = addresses.filter(({ address }) => mayReach(allowed, { host, ip: address, port }))
      const first = reachable[0]
      if (!first) return done(new Error(refusal), '', 0)
      if (options.all) return (done as (error: null, all: typeof reachable) => void)(null, reachable)
      done(null, first.address, first.family)
    })
