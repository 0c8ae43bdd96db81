import type { SecureContext } from 'node:tls'
import type { AllowRule } from '../../domain/core/addresses.ts'
import { locate, type Resolve } from './address.ts'
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
import { responseTrouble, setUpTrouble, type Trouble } from './trouble.ts'

/** State shared by all hops of a call. */
export type Journey = {
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

const noExchange = (trouble: Trouble): Exchange => ({ head: null, body: new CapturedBody(), trouble })

/** Makes one request, from resolving its host to the last byte of the response. */
const makeHop = async (journey: Journey, request: Request): Promise<Hop> => {
  const { call, watch, deadline } = journey
  const own = headerValue(request.headers, 'cookie') ?? ''
  const sent = wireHeaders(request, journey.cookies.headerFor(request.url, own))
  const failed = (trouble: Trouble): Hop => {
    watch.stop()
    return { request, sent, exchange: noExchange(trouble) }
  }
  const to = await locate(request.url, journey)
  if ('sentence' in to) return failed(to)
  const secure = request.url.protocol === 'https:'
  const socket = await connect(to, secure, journey)
  if ('sentence' in socket) return failed(socket)
  const enough = (head: ResponseHead) => call.follow_redirects && isRedirect(head)
  const wire = { method: request.method, bytes: wireBytes(request, sent) }
  const where = `${to.host}:${to.port}`
  return {
    request,
    sent,
    exchange: await exchange(socket, wire, { where, watch, deadline, quote: journey.secrecy.quote, enough }),
  }
}

/** The next request of a redirect; null if there is none, or an error if there are too many. */
const following = (journey: Journey, { request, exchange: { head, trouble } }: Hop): Request | Trouble | null => {
  if (trouble || !head || !journey.call.follow_redirects || !isRedirect(head)) return null
  const { trace, secrecy } = journey
  const target = redirectTarget(head, request.url)
  if (typeof target === 'string') {
    trace.messages.push(target)
    return null
  }
  if (trace.redirects.length >= MAX_REDIRECTS)
    return responseTrouble(`too many redirects: more than ${MAX_REDIRECTS}`, `next would be ${secrecy.url(target)}`)
  const misdirected = bodyMisdirection(journey.job, request, head.statusCode, target, secrecy.holdsSecret)
  if (misdirected) return setUpTrouble(misdirected)
  for (const { key, value } of head.headers)
    if (key.toLowerCase() === 'set-cookie') journey.cookies.take(value, request.url, journey.nowMs)
  trace.redirects.push({
    url: secrecy.url(request.url),
    status_code: head.statusCode,
    ms: journey.watch.nextHop(),
  })
  trace.tls = null
  return redirected(request, head.statusCode, target, journey.job, secrecy.holdsSecret)
}

/** Makes a request and follows its redirects. The last hop is the outcome of the call. */
export const followToEnd = async (journey: Journey, first: Request): Promise<Hop> => {
  let hop = await makeHop(journey, first)
  for (;;) {
    const next = following(journey, hop)
    if (next === null) return hop
    if ('sentence' in next) return { ...hop, exchange: { ...hop.exchange, trouble: next } }
    hop = await makeHop(journey, next)
  }
}
