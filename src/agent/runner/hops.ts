import type { SecureContext } from 'node:tls'
import type { AllowRule } from '../../domain/core/addresses.ts'
import { locate, type Resolve } from './address.ts'
import { type CallFailure, responseFailure, setUpFailure } from './call-failure.ts'
import { CapturedBody } from './captured-body.ts'
import { connect } from './connection.ts'
import type { Cookies } from './cookies.ts'
import type { Deadline } from './deadline.ts'
import { type Exchange, exchange } from './exchange.ts'
import { bodyMisdirection, isRedirect, MAX_REDIRECTS, redirected, redirectTarget } from './redirect.ts'
import { headerValue, type Job, type Pair, type Request, wireBytes, wireHeaders } from './request.ts'
import type { ResponseHead } from './response-parser.ts'
import type { Secrecy } from './secrecy.ts'
import type { Stopwatch } from './stopwatch.ts'
import type { Trace } from './trace.ts'

/** State shared by all hops of a call. */
export type HopContext = {
  job: Job
  call: Job['call']
  resolve: Resolve
  allowed: readonly AllowRule[]
  trust: SecureContext | null
  /** Milliseconds since 1970, for the expiry of cookies. */
  nowMs: number
  trace: Trace
  watch: Stopwatch
  deadline: Deadline
  cookies: Cookies
  secrecy: Secrecy
}

/** One request as sent, and its response. */
export type Hop = { request: Request; sent: Pair[]; exchange: Exchange }

const noExchange = (failure: CallFailure): Exchange => ({ head: null, body: new CapturedBody(), failure })

/** Makes one request, from resolving its host to the last byte of the response. */
const makeHop = async (context: HopContext, request: Request): Promise<Hop> => {
  const { call, watch, deadline } = context
  const own = headerValue(request.headers, 'cookie') ?? ''
  const sent = wireHeaders(request, context.cookies.headerFor(request.url, own))
  const failed = (failure: CallFailure): Hop => {
    watch.stop()
    return { request, sent, exchange: noExchange(failure) }
  }
  const to = await locate(request.url, context)
  if ('sentence' in to) return failed(to)
  const secure = request.url.protocol === 'https:'
  const socket = await connect(to, secure, context)
  if ('sentence' in socket) return failed(socket)
  const enough = (head: ResponseHead) => call.follow_redirects && isRedirect(head)
  const wire = { method: request.method, bytes: wireBytes(request, sent) }
  const where = `${to.host}:${to.port}`
  return {
    request,
    sent,
    exchange: await exchange(socket, wire, { where, watch, deadline, quote: context.secrecy.quote, enough }),
  }
}

/** The next request of a redirect; null if there is none, or an error if there are too many. */
const following = (
  context: HopContext,
  { request, exchange: { head, failure } }: Hop,
): Request | CallFailure | null => {
  if (failure || !head || !context.call.follow_redirects || !isRedirect(head)) return null
  const { trace, secrecy } = context
  const target = redirectTarget(head, request.url)
  if (typeof target === 'string') {
    trace.messages.push(target)
    return null
  }
  if (trace.redirects.length >= MAX_REDIRECTS)
    return responseFailure(`too many redirects: more than ${MAX_REDIRECTS}`, `next would be ${secrecy.url(target)}`)
  const misdirected = bodyMisdirection(context.job, request, head.statusCode, target, secrecy.holdsSecret)
  if (misdirected) return setUpFailure(misdirected)
  for (const { key, value } of head.headers)
    if (key.toLowerCase() === 'set-cookie') context.cookies.take(value, request.url, context.nowMs)
  trace.redirects.push({
    url: secrecy.url(request.url),
    status_code: head.statusCode,
    ms: context.watch.nextHop(),
  })
  trace.tls = null
  return redirected(request, head.statusCode, target, context.job, secrecy.holdsSecret)
}

/** Makes a request and follows its redirects. The last hop is the outcome of the call. */
export const followToEnd = async (context: HopContext, first: Request): Promise<Hop> => {
  let hop = await makeHop(context, first)
  for (;;) {
    const next = following(context, hop)
    if (next === null) return hop
    if ('sentence' in next) return { ...hop, exchange: { ...hop.exchange, failure: next } }
    hop = await makeHop(context, next)
  }
}
