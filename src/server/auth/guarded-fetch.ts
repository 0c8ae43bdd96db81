import http from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import { type AllowRule, mayReach } from '../../domain/core/addresses.ts'
import { checkedLookup } from '../delivery/guarded-request.ts'
import { requestProblem } from '../delivery/request-problem.ts'
import type { ClientCertificate } from './client-certificate.ts'
import { ProviderProblem } from './provider-problem.ts'

/** Timeout of one request, to the last byte of its answer. */
const TIMEOUT_MS = 10_000
/** Maximum size of an answer. Tokens with many claims reach a few kB. */
const ANSWER_BYTES = 256 * 1024

type Options = {
  readonly allowed: readonly AllowRule[]
  /** Presented to the provider, for `tls_client_auth`. */
  readonly certificate?: ClientCertificate | null
  /** Default: 10 s. */
  readonly timeoutMs?: number
}

type Request = {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

type Answered = { readonly status: number; readonly headers: http.IncomingHttpHeaders; readonly body: string }

/**
 * Sends a request to a provider's endpoint, whose address a person entered. Only public or allowed addresses are reached, redirects are
 * refused, and time and size are bounded. Throws a `ProviderProblem` where there is no answer.
 */
export const guardedFetch = (url: string, request: Request, options: Options): Promise<Answered> =>
  new Promise((resolve, reject) => {
    const address = new URL(url)
    const { hostname, protocol } = address
    const host = hostname.replace(/^\[|\]$/g, '')
    const port = Number(address.port || (protocol === 'https:' ? 443 : 80))
    const refusal = `${host} is not a public address. Whoever runs the server can allow it: set SONDE_ALLOW_PRIVATE there.`
    const fail = (sentence: string, isPassing = false) => reject(new ProviderProblem(sentence, { isPassing }))
    if (isIP(host) && !mayReach(options.allowed, { host, ip: host, port })) return fail(refusal)
    const { certificate, timeoutMs = TIMEOUT_MS } = options
    const outgoing = (protocol === 'https:' ? https : http).request(address, {
      method: request.method,
      agent: false,
      headers: {
        ...request.headers,
        ...(request.body !== '' && { 'content-length': Buffer.byteLength(request.body) }),
      },
      lookup: checkedLookup(options.allowed, port, refusal),
      signal: AbortSignal.timeout(timeoutMs),
      ...(certificate && {
        cert: certificate.cert,
        key: certificate.key,
        ...(certificate.passphrase !== null && { passphrase: certificate.passphrase }),
      }),
    })
    const onError = (error: NodeJS.ErrnoException) =>
      error.message === refusal
        ? fail(refusal)
        : fail(requestProblem(error, host).replace('The receiver did not answer', `${host} did not answer`), true)
    outgoing.on('error', onError)
    outgoing.on('response', (answer) => {
      const status = answer.statusCode ?? 0
      if (status >= 300 && status < 400) {
        answer.destroy()
        return fail(`${host} answered ${status} with a redirect, which is not followed: check the URL.`)
      }
      const pieces: Buffer[] = []
      let bytes = 0
      answer.on('data', (piece: Buffer) => {
        bytes += piece.length
        if (bytes > ANSWER_BYTES) {
          answer.destroy()
          fail(`${host} answered with more than ${ANSWER_BYTES / 1024} kB, which is no token.`)
        } else pieces.push(piece)
      })
      answer.on('error', onError)
      answer.on('end', () => resolve({ status, headers: answer.headers, body: Buffer.concat(pieces).toString('utf8') }))
    })
    outgoing.end(request.body)
  })
