import type { AllowRule } from '../../domain/core/addresses.ts'
import { placeOfUrl, stationOf } from '../../domain/core/detour.ts'
import { locate, type Resolve } from './address.ts'
import { applyAuth } from './auth/apply-auth.ts'
import { certificateFor } from './auth/client-certificate.ts'
import type { BodyFile } from './body-file.ts'
import { type CallFailure, responseFailure, setUpFailure } from './call-failure.ts'
import { CapturedBody } from './captured-body.ts'
import { type Connection, connect } from './connection.ts'
import type { Cookies } from './cookies.ts'
import type { Deadline } from './deadline.ts'
import { type Exchange, exchange } from './exchange.ts'
import { placeOf } from './happy-eyeballs.ts'
import { http2Exchange } from './http2-exchange.ts'
import { http2Headers } from './http2-headers.ts'
import {
  addressMisdirection,
  bodyMisdirection,
  isRedirect,
  MAX_REDIRECTS,
  redirected,
  redirectTarget,
} from './redirect.ts'
import { headerValue, type Job, type Pair, type Request, wireBytes, wireHeaders } from './request.ts'
import type { ResponseHead } from './response-head.ts'
import type { Secrecy } from './secrecy.ts'
import type { Stopwatch } from './stopwatch.ts'
import type { Protocol, Trace } from './trace.ts'
import type { Trust } from './trust.ts'

/** State shared by all hops of a call. */
export type HopContext = {
  job: Job
  call: Job['call']
  resolve: Resolve
  allowed: readonly AllowRule[]
  trust: Trust
  /** Milliseconds since 1970, for the expiry of cookies and certificates. */
  nowMs: number
  trace: Trace
  watch: Stopwatch
  deadline: Deadline
  cookies: Cookies
  secrecy: Secrecy
  /** For the nonces of signatures. */
  random: () => number
  /** Opens a file for a long body; null if it is not to be stored. */
  openFile: () => BodyFile | null
  /** Bytes of a body that are kept in memory. */
  mostBytes: number
}

/** One request as sent, and its response. `plain` is the request without the job's credentials. */
export type Hop = { plain: Request; request: Request; sent: Pair[]; exchange: Exchange }

const noExchange = (failure: CallFailure): Exchange => ({ head: null, body: new CapturedBody(), failure })

/** Where a hop connects, and asks for another name, than its address says; as sentences for the log. */
const detourWords = (url: URL, { host, port, tlsName }: ReturnType<typeof stationOf>): string[] => {
  const own = placeOfUrl(url)
  const isElsewhere = host !== own.host || port !== own.port
  return [
    ...(isElsewhere
      ? [`connects to ${placeOf(host, port)} instead of ${placeOf(own.host, own.port)}, as this call asks`]
      : []),
    ...(url.protocol === 'https:' && tlsName !== own.host
      ? [`asks for the TLS name ${tlsName}, as this call asks`]
      : []),
  ]
}

/** Makes one request on a connection of its own, from resolving its host to the last byte of the response. */
const makeHop = async (context: HopContext, plain: Request): Promise<Hop> => {
  const authorized = await applyAuth(plain, context.job, context)
  const request = 'sentence' in authorized ? plain : authorized
  context.secrecy.learn(request)
  const { watch, deadline } = context
  // One line has all of them (RFC 6265, 5.4).
  const own = request.headers
    .flatMap(({ key, value }) => (key.toLowerCase() === 'cookie' && value.trim() !== '' ? value : []))
    .join('; ')
  const sent = wireHeaders(request, context.cookies.headerFor(request.url, own, context.nowMs))
  const failed = (failure: CallFailure): Hop => {
    watch.stop()
    return { plain, request, sent, exchange: noExchange(failure) }
  }
  if ('sentence' in authorized) return failed(authorized)
  const station = stationOf(request.url, request.detour)
  for (const said of detourWords(request.url, station)) context.trace.messages.push(said)
  const to = await locate(station, context)
  if ('sentence' in to) return failed(to)
  const connecting = { ...context, certificate: certificateFor(context.job, request) }
  const connection = await connect(to, protocolsFor(request), connecting)
  if ('sentence' in connection) return failed(connection)
  const where = `${to.host}:${to.port}`
  const first = { plain, request, ...(await sendOver(connection, request, sent, where, context)) }
  if (!first.exchange.requiresHttp1) return first
  watch.enter('tcp')
  const again = await connect(to, ['http/1.1'], connecting)
  if (!('sentence' in again)) {
    context.trace.messages.push('the server requires HTTP/1.1: the request was sent again over HTTP/1.1')
    return { plain, request, ...(await sendOver(again, request, sent, where, context)) }
  }
  if (deadline.passed) return failed(again)
  watch.stop()
  context.trace.messages.push(`the server requires HTTP/1.1, but could not be reached over it: ${again.sentence}`)
  return first
}

/** Sends a request over a connection in the connection's protocol, and reads the response. */
const sendOver = async (
  connection: Connection,
  request: Request,
  sent: Pair[],
  where: string,
  context: HopContext,
): Promise<Pick<Hop, 'sent' | 'exchange'>> => {
  const { call, watch, deadline } = context
  context.trace.protocol = connection.protocol
  const enough = (head: ResponseHead) => call.follow_redirects && isRedirect(head)
  const body = new CapturedBody(context.openFile, context.mostBytes)
  const withOddities = <Made extends { exchange: Exchange }>(made: Made): Made => {
    for (const oddity of made.exchange.head?.oddities ?? []) context.trace.messages.push(oddity)
    return made
  }
  const options = { body, where, watch, deadline, quote: context.secrecy.quote, enough }
  if (connection.protocol === 'h2') {
    const headers = http2Headers(sent)
    return withOddities({ sent: headers, exchange: await http2Exchange(connection, { ...request, headers }, options) })
  }
  const wire = { method: request.method, bytes: wireBytes(request, sent) }
  return withOddities({ sent, exchange: await exchange(connection, wire, options) })
}

/** The protocols to offer by ALPN; null without TLS. HTTP/2 has no Upgrade header, so a request with one offers HTTP/1.1 only. */
const protocolsFor = ({ url, headers }: Request): readonly Protocol[] | null => {
  if (url.protocol !== 'https:') return null
  return headerValue(headers, 'upgrade') === null ? ['h2', 'http/1.1'] : ['http/1.1']
}

/** The next request of a redirect; null if there is none, or an error if there are too many. */
const following = (
  context: HopContext,
  { plain, request, exchange: { head, failure } }: Hop,
): Request | CallFailure | null => {
  if (failure || !head || !context.call.follow_redirects || !isRedirect(head)) return null
  const { trace, secrecy } = context
  const target = redirectTarget(head, request)
  if (typeof target === 'string') {
    trace.messages.push(target)
    return null
  }
  secrecy.learnRedirect(headerValue(head.headers, 'location') ?? '', request.url, target)
  if (trace.redirects.length >= MAX_REDIRECTS)
    return responseFailure(`too many redirects: more than ${MAX_REDIRECTS}`, `next would be ${secrecy.url(target)}`)
  const misdirected =
    addressMisdirection(context.job, request, target, secrecy) ??
    bodyMisdirection(context.job, request, head.statusCode, target, secrecy.holdsSecret)
  if (misdirected) return setUpFailure(misdirected)
  context.cookies.takeAll(head.headers, request.url, context.nowMs)
  trace.redirects.push({
    url: secrecy.url(request.url),
    status_code: head.statusCode,
    method: request.method,
    ms: context.watch.nextHop(),
  })
  trace.tls = null
  trace.protocol = null
  return redirected(plain, head.statusCode, target, context.job, secrecy.holdsSecret)
}

/** Makes a request and follows its redirects. The last hop is the outcome of the call. */
export const followToEnd = async (context: HopContext, first: Request): Promise<Hop> => {
  let hop = await makeHop(context, first)
  for (;;) {
    const next = following(context, hop)
    if (next === null) return hop
    if ('sentence' in next) return { ...hop, exchange: { ...hop.exchange, failure: next } }
    void hop.exchange.body.file?.discard()
    hop = await makeHop(context, next)
  }
}
