import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { AllowRule } from '../../domain/core/addresses.ts'
import { madeStorable } from '../../domain/core/storable-text.ts'
import { guardedAnswer, hostOf, NoAnswer } from '../delivery/guarded-answer.ts'
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

type Answered = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: string }

/**
 * Sends a request to a provider's endpoint, whose address a person entered, through the guard. Redirects are refused, and time and size are
 * bounded. Throws a `ProviderProblem` where there is no answer.
 */
export const guardedFetch = async (url: string, request: Request, options: Options): Promise<Answered> => {
  const { allowed, certificate = null, timeoutMs = TIMEOUT_MS } = options
  const host = hostOf(new URL(url))
  const signal = AbortSignal.timeout(timeoutMs)
  const answer = await guardedAnswer(new URL(url), { ...request, allowed, certificate, signal }).catch((cause) => {
    if (!(cause instanceof NoAnswer)) throw cause
    throw unanswered(cause.message, host, cause.kind === 'late' || cause.kind === 'broken')
  })
  const status = answer.statusCode ?? 0
  if (status >= 300 && status < 400) {
    answer.destroy()
    throw new ProviderProblem(`${host} answered ${status} with a redirect, which is not followed: check the URL.`)
  }
  const body = await textOf(answer, host).catch((cause) => {
    if (cause instanceof ProviderProblem) throw cause
    throw unanswered(requestProblem(signal.aborted ? signal.reason : cause, host), host, true)
  })
  return { status, headers: answer.headers, body }
}

const unanswered = (sentence: string, host: string, isPassing: boolean) =>
  new ProviderProblem(sentence.replace('The receiver did not answer', `${host} did not answer`), { isPassing })

/** The text of an answer, without a byte order mark before it. */
const textOf = async (answer: IncomingMessage, host: string): Promise<string> => {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of answer as AsyncIterable<Buffer>) {
    bytes += piece.length
    if (bytes > ANSWER_BYTES)
      throw new ProviderProblem(`${host} answered with more than ${ANSWER_BYTES / 1024} kB, which is no token.`)
    pieces.push(piece)
  }
  return madeStorable(new TextDecoder().decode(Buffer.concat(pieces)))
}
