import http from 'node:http'
import https from 'node:https'
import type { AllowRule } from '../../domain/core/addresses.ts'
import { quotedLine } from '../../domain/core/cut-text.ts'
import { guardedAnswer, hostOf, NoAnswer } from './guarded-answer.ts'

export type RequestOutcome = {
  readonly ok: boolean
  readonly httpCode: number | null
  /** What went wrong, as a sentence; null if it arrived. */
  readonly error: string | null
  /** The start of a refusing receiver's response, on one line; may repeat what it was sent. */
  readonly said: string
  /** The wait that the receiver asks for (`Retry-After`), in milliseconds. */
  readonly retryAfterMs: number | null
  /** The response's body, cut to what is read of it; empty unless it was asked for. */
  readonly body?: Buffer
}

/** Timeout of one attempt. */
const TIMEOUT_MS = 10_000
/** Maximum bytes of a response that are read, so that the connection can end cleanly. */
const ANSWER_BYTES = 64 * 1024
/** Characters of a refusal that are quoted, and how many are searched for them. */
const QUOTED = 200
const READ = 8_192
const LONGEST_WAIT_MS = 3_600_000
/** Connections to a host that are kept while no message is on its way, and for how long. */
const KEPT_CONNECTIONS = 32
const KEPT_MS = 4_000

type Sent = {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
  readonly allowed: readonly AllowRule[]
  /** Masks secrets in the response before it is cut, so that no part of one remains. */
  readonly mask?: (text: string) => string
  /** Whether the body of a 2xx response matters too. */
  readonly reads?: boolean
  /** For tests. */
  readonly timeoutMs?: number
}

/**
 * Sends a message to a URL that a user entered, through the guard. Redirects are not followed, and time and size are bounded. Failures are
 * returned as outcomes, not thrown.
 */
export const guardedRequest = async (url: string, sent: Sent): Promise<RequestOutcome> => {
  const failed = (error: string) => ({ ok: false, httpCode: null, error, said: '', retryAfterMs: null })
  if (!URL.canParse(url)) return failed('The URL is not valid.')
  const address = new URL(url)
  const { method, headers, body, allowed } = sent
  const signal = AbortSignal.timeout(sent.timeoutMs ?? TIMEOUT_MS)
  const send = (agent: http.Agent | false) => guardedAnswer(address, { method, headers, body, allowed, signal, agent })
  try {
    const answer = await send(keptConnections(allowed)[address.protocol === 'https:' ? 'https' : 'http']).catch(
      (cause) => {
        // The receiver closed a kept connection just as it was used again.
        if (cause instanceof NoAnswer && cause.kind === 'broken' && cause.isOnKept) return send(false)
        throw cause
      },
    )
    return await read(answer, {
      host: hostOf(address),
      mask: sent.mask ?? ((text) => text),
      reads: sent.reads ?? false,
    })
  } catch (cause) {
    if (cause instanceof NoAnswer) return failed(cause.message)
    throw cause
  }
}

type Kept = { readonly http: http.Agent; readonly https: https.Agent }
const kept = new WeakMap<readonly AllowRule[], Kept>()
const KEEPING = { keepAlive: true, maxFreeSockets: KEPT_CONNECTIONS, timeout: KEPT_MS }

/**
 * The connections that are kept for further messages to the same host, so that a burst needs no handshake for each. Each leads to an address
 * that these rules allowed when it was made.
 */
const keptConnections = (allowed: readonly AllowRule[]): Kept => {
  const known = kept.get(allowed) ?? { http: new http.Agent(KEEPING), https: new https.Agent(KEEPING) }
  kept.set(allowed, known)
  return known
}

/** Resolves with the outcome of a response; for a refusal, waits for the part that is quoted. */
const read = (
  answer: http.IncomingMessage,
  { host, mask, reads }: { host: string; mask: (text: string) => string; reads: boolean },
): Promise<RequestOutcome> =>
  new Promise((resolve) => {
    const httpCode = answer.statusCode ?? 0
    const ok = httpCode >= 200 && httpCode < 300
    const chunks: Buffer[] = []
    let bytes = 0
    const kept = () => Buffer.concat(chunks)
    const settle = (said: string) =>
      resolve({
        ok,
        httpCode,
        error: ok ? null : answerProblem(answer, host),
        said,
        retryAfterMs: retryAfter(answer),
        ...(reads && { body: kept() }),
      })
    answer.on('data', (chunk: Buffer) => {
      if (bytes < READ) chunks.push(chunk)
      bytes += chunk.length
      if (bytes > ANSWER_BYTES) answer.destroy()
    })
    const said = () => kept().toString('utf8')
    const quoted = () => (/[<\ufffd]/.test(said()) ? '' : quotedLine(mask(said()), QUOTED))
    if (ok && !reads) settle('')
    else answer.on('close', () => settle(ok ? '' : quoted()))
    answer.on('error', () => {})
  })

const answerProblem = ({ statusCode, headers }: http.IncomingMessage, host: string): string => {
  if (statusCode === undefined || statusCode < 300 || statusCode >= 400) return `The receiver answered ${statusCode}.`
  const where = headers.location === undefined ? 'elsewhere' : hostIn(headers.location, host)
  return `The receiver answered ${statusCode} with a redirect to ${where}. Redirects are not followed.`
}

const hostIn = (location: string, host: string): string => {
  try {
    return new URL(location, `https://${host}`).host
  } catch {
    return 'elsewhere'
  }
}

/** Parses `Retry-After`, in seconds or as a date, into milliseconds, at most an hour; null if absent. */
const retryAfter = ({ headers }: http.IncomingMessage): number | null => {
  const { 'retry-after': asked, date } = headers
  if (asked === undefined) return null
  // A date is compared with the receiver's own clock, which may differ from ours.
  const now = Date.parse(date ?? '')
  const waitMs = /^\d+(?:\.\d+)?$/.test(asked.trim()) ? Number(asked) * 1000 : Date.parse(asked) - now
  return waitMs >= 0 ? boundedWait(waitMs) : null
}

/** A wait that a receiver asks for, in whole milliseconds, at most an hour. Some tell it in fractions of a second. */
export const boundedWait = (waitMs: number): number => Math.min(LONGEST_WAIT_MS, Math.ceil(waitMs))
