import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import { Hono, type Context as HonoContext } from 'hono'
import type { AnyEndpoint, Contract } from '../../contract/core/endpoint.ts'
import { VERSION } from '../../contract/core/version.ts'
import { NO_SESSION_HEADER } from '../../contract/identity/sessions.ts'
import { faultSummary } from '../../domain/core/fault-summary.ts'
import type { IpBlock } from '../../domain/core/ip-address.ts'
import { admit } from '../access/admit.ts'
import type { Identity } from '../access/bearer.ts'
import type { Caller } from '../access/caller.ts'
import { identify } from '../access/identify.ts'
import type { Limits } from '../limits/limits.ts'
import { invalid, Refusal } from '../refusal.ts'
import type { Database, Db } from '../store/core/database.ts'
import { eventSheet } from '../store/core/events.ts'
import type { Sealing } from '../store/core/sealing.ts'
import type { AppPage } from './app-page.ts'
import { actorOf, writeAudit } from './audit.ts'
import { bodyLimit, ignoreBody, readJson } from './body.ts'
import { clientAddress } from './client-address.ts'
import type { Change, Context, Line, ProjectContext } from './context.ts'
import { claim, remember } from './idempotency.ts'
import { objectEvents } from './object-events.ts'
import { MOST_PARAMETERS, parse, readQuery, withoutReadOnly } from './parse.ts'
import { referencePage } from './reference-page.ts'
import { refusalBody } from './refusal-body.ts'
import { unstorableText } from './storable-text.ts'

/** A handler once its endpoint is data: what it takes was parsed, so its own types hold. */
type AnyHandler = (
  input: { params: Record<string, string>; query: unknown; body: unknown },
  context: Context | ProjectContext,
) => Promise<unknown>

export type ServeOptions = {
  database: Database
  sealing: Sealing
  clock: () => number
  projectHeader: string
  /** Tells all servers that there are new events for live streams. */
  announce: () => void
  /** Answers what no endpoint does. */
  appPage: AppPage
  identity: Identity
  limits: Limits
  /** The peers whose forwarded headers count. */
  trustProxy: readonly IpBlock[]
  log: (line: string) => void
  /** Holds answers against the contract too; for tests, since it costs time. */
  checkAnswers?: boolean
  /** Is told the endpoint of each request that begins. */
  onRequest?: (endpoint: string) => void
}

type Bindings = { Bindings: HttpBindings }
type Outcome = { status: number; answer: unknown } | Refusal

/**
 * One route for each endpoint of the contract, and the same order of steps for all: who is it → may they → parse → handle
 * → audit → answer. Who may not call learns nothing of the body's rules, and its body is not read.
 */
export const serve = (contract: Contract, handlers: object, options: ServeOptions): Hono<Bindings> => {
  const app = new Hono<Bindings>({ strict: false })
  app.use(async (c, next) => {
    await next()
    for (const [name, value] of Object.entries(SECURITY_HEADERS))
      if (!c.res.headers.has(name)) c.res.headers.set(name, value)
  })
  for (const [name, endpoint] of bySpecificity(contract)) {
    const [method = '', path = ''] = endpoint.route.split(' ')
    const handler = (handlers as Record<string, AnyHandler>)[name]
    if (!handler) throw new Error(`The endpoint ${name} has no handler.`)
    const route = path.replace(/\{(\w+)\}/g, ':$1').replace(/(.)\/$/, '$1')
    app.on(method, route, (c) => respond(c, name, endpoint, handler, options))
  }
  const page = referencePage(contract, VERSION)
  app.get('/api', (c) => c.html(page.html, 200, { 'content-security-policy': page.policy }))
  app.notFound(async (c) => {
    const { method, path } = c.req
    const page = await options.appPage({ method, path, header: (name) => c.req.header(name) })
    const nothing = `There is nothing at ${method} ${path}; GET /api/openapi.json lists what is.`
    return page ?? refuse(c, new Refusal(404, 'not_found', nothing))
  })
  app.onError((error, c) => refuse(c, refusalOf(error, c.req.method, 'none', options.log)))
  return app
}

const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
}

/** Fixed path segments before variables, so that `/results/call/{id}` is not read as `/results/{id}`. */
const bySpecificity = (contract: Contract): [string, AnyEndpoint][] =>
  Object.entries(contract).sort(([, a], [, b]) => variables(a) - variables(b))
const variables = (endpoint: AnyEndpoint): number => endpoint.route.split('{').length

const respond = async (
  c: HonoContext<Bindings>,
  name: string,
  endpoint: AnyEndpoint,
  handler: AnyHandler,
  options: ServeOptions,
): Promise<Response> => {
  const requestId = randomUUID()
  c.header('x-request-id', requestId)
  options.onRequest?.(name)
  try {
    const outcome = await carryOut(c, name, endpoint, handler, options, requestId)
    if (outcome instanceof Refusal) return refuse(c, outcome)
    const isChecked = options.checkAnswers && endpoint.answer !== null && endpoint.stream === null
    if (isChecked) checkAnswer(name, endpoint, outcome.answer)
    return answer(c, endpoint, outcome)
  } catch (error) {
    return refuse(c, refusalOf(error, endpoint.route, requestId, options.log))
  }
}

const carryOut = async (
  c: HonoContext<Bindings>,
  name: string,
  endpoint: AnyEndpoint,
  handler: AnyHandler,
  options: ServeOptions,
  requestId: string,
): Promise<Outcome> => {
  const now = options.clock()
  const incoming = c.env.incoming
  const projectId = c.req.header(options.projectHeader)
  const says = {
    authorization: c.req.header('authorization'),
    projectId,
    isVisit: c.req.header(NO_SESSION_HEADER) === undefined,
  }
  const ip = clientAddress(incoming, options.trustProxy)
  const caller = await identify(options.database.db, options.identity, says, now)
  if (caller instanceof Refusal) return options.limits.ofCaller(endpoint, null, ip) ?? caller
  const tooMany = options.limits.ofCaller(endpoint, caller, ip)
  if (tooMany) return tooMany
  const named = { header: options.projectHeader, projectId }
  const admission = admit(endpoint, caller, named)
  if (admission instanceof Refusal) return admission
  const tooOften = options.limits.ofDeed(endpoint, { caller, ip, project: admission?.project ?? null })
  if (tooOften) return tooOften

  const input = await readInput(c, endpoint, caller, incoming)
  if (input instanceof Refusal) return input

  const effects: (() => void)[] = []
  const events = eventSheet()
  const line: Line = {
    lastEventId: c.req.header('last-event-id'),
    isStillAdmitted: async () => {
      const again = await identify(options.database.db, options.identity, { ...says, isVisit: false }, options.clock())
      const still = again instanceof Refusal ? again : admit(endpoint, again, named)
      return !(still instanceof Refusal) && still?.level === admission?.level
    },
    hangUp: () => incoming.destroy(),
  }
  const contextWith = (db: Db, changes: Change[]): Context | ProjectContext => ({
    caller,
    db,
    now,
    ip,
    exchange: { request: incoming, response: c.env.outgoing },
    userAgent: c.req.header('user-agent') ?? null,
    requestId,
    signal: c.req.raw.signal,
    line,
    record: (change) => changes.push(change),
    tell: (event) => admission && events.tell(admission.project.key, event),
    afterCommit: (effect) => effects.push(effect),
    ...(admission && { ...admission, actor: actorOf(caller).id ?? 'system' }),
  })

  // What leaves no entry in the audit log, as the work of agents, makes its own transactions.
  if (endpoint.effect === 'read' || endpoint.audit === null) {
    const result = await handler(input, contextWith(options.database.db, []))
    return result instanceof Refusal ? result : { status: endpoint.status, answer: result }
  }
  const repeatKey = endpoint.repeatable ? c.req.header('idempotency-key') : undefined
  const scope = `${actorOf(caller).id ?? 'public'}:${caller.kind === 'account' ? (admission?.project.id ?? '') : ''}:${name}`
  const outcome = await inTransaction(options.database.db, async (db): Promise<Outcome> => {
    const changes: Change[] = []
    const context = contextWith(db, changes)
    if (repeatKey !== undefined) {
      const repeat = await claim(db, options.sealing, { scope, key: repeatKey, body: input, now })
      if (repeat) return repeat
    }
    const result = await handler(input, context)
    if (result instanceof Refusal) return result
    const action = endpoint.audit ?? name
    for (const change of changes) {
      const project = change.project ?? admission?.project ?? null
      if (project)
        for (const event of objectEvents(action, [change], actorOf(caller).id)) events.tell(project.key, event)
    }
    for (const change of changes) {
      const key = (change.project ?? admission?.project)?.key
      if (key !== undefined && !events.has(key)) events.tell(key, { type: 'audit' })
    }
    if (await events.write(db, now)) context.afterCommit(options.announce)
    const done = { status: endpoint.status, answer: result }
    if (repeatKey !== undefined) await remember(db, options.sealing, scope, repeatKey, done)
    // Last, since the project's chain of entries is held from here to the commit.
    await writeAudit(options.sealing, context, { action, changes, project: admission?.project ?? null })
    return done
  })
  if (!(outcome instanceof Refusal)) for (const effect of effects) effect()
  return outcome
}

/** Commits what was done, or nothing of it where the outcome is a refusal that keeps nothing. */
const inTransaction = async (db: Db, work: (db: Db) => Promise<Outcome>): Promise<Outcome> => {
  const trx = await db.startTransaction().execute()
  try {
    const outcome = await work(trx)
    if (outcome instanceof Refusal && !outcome.keepsWrites) await trx.rollback().execute()
    else await trx.commit().execute()
    return outcome
  } catch (error) {
    // The connection may be what failed: then there is nothing left to roll back.
    if (!trx.isCommitted && !trx.isRolledBack)
      await trx
        .rollback()
        .execute()
        .catch(() => {})
    throw error
  }
}

type Input = { params: Record<string, string>; query: unknown; body: unknown }

const readInput = async (
  c: HonoContext<Bindings>,
  endpoint: AnyEndpoint,
  caller: Caller,
  incoming: IncomingMessage,
): Promise<Input | Refusal> => {
  const params = c.req.param()
  const asked = c.req.query()
  if (Object.keys(asked).length > MOST_PARAMETERS)
    return new Refusal(422, 'invalid', `The query must not hold more than ${MOST_PARAMETERS} parameters.`)
  const problems = [unstorableText(asked, ''), unstorableText(params, '')]
  const query = endpoint.query ? parse(endpoint, 'query', readQuery(endpoint, asked)) : { value: {} }
  if ('problems' in query) problems.push(query.problems)
  let body: { value: unknown } = { value: undefined }
  if (endpoint.body === undefined) {
    const refusal = await ignoreBody(incoming)
    if (refusal) return refusal
  } else {
    const read = await readJson(incoming, bodyLimit(endpoint, caller))
    if (read instanceof Refusal) return read
    const parsed = parse(endpoint, 'body', withoutReadOnly(endpoint, read.value))
    if ('problems' in parsed) problems.push(parsed.problems)
    else body = parsed
  }
  if (problems.flat().length > 0) return invalid(problems.flat())
  return { params, query: 'value' in query ? query.value : {}, body: body.value }
}

const answer = (
  c: HonoContext<Bindings>,
  endpoint: AnyEndpoint,
  outcome: { status: number; answer: unknown },
): Response => {
  if (outcome.status === 204) return c.body(null, 204)
  if (endpoint.stream)
    return c.body(streamOf(outcome.answer), 200, { 'content-type': endpoint.media ?? '', 'x-accel-buffering': 'no' })
  if (endpoint.media) return c.body(String(outcome.answer), 200, { 'content-type': endpoint.media })
  return c.json(outcome.answer as object, outcome.status as 200 | 201 | 503)
}

/** The type of a streamed endpoint's handler answers nothing else; `AnyHandler` has forgotten it. */
const streamOf = (answer: unknown): ReadableStream<Uint8Array> => answer as ReadableStream<Uint8Array>

const refuse = (c: HonoContext<Bindings>, refusal: Refusal): Response => {
  if (refusal.status === 401) c.header('www-authenticate', 'Bearer')
  if (refusal.retryAfterSeconds !== null) c.header('retry-after', String(refusal.retryAfterSeconds))
  return c.json(refusalBody(c.req.path, refusal), refusal.status)
}

const checkAnswer = (name: string, endpoint: AnyEndpoint, value: unknown): void => {
  const parsed = parse(endpoint, 'answer', value)
  if ('problems' in parsed)
    throw new Error(
      `The answer of ${name} breaks its contract: ${parsed.problems.map((problem) => problem.message).join(' ')}`,
    )
}

/** PostgreSQL's codes for "not now", and the errors of a connection that is gone. */
const AWAY = /^(08|57P0|53)|^ECONN|^EPIPE|^ETIMEDOUT/

/** `route` and not the path: a path can hold what a caller sent. */
const refusalOf = (error: unknown, route: string, requestId: string, log: (line: string) => void): Refusal => {
  const { code = '', message } = error as { code?: string; message: string }
  if (
    AWAY.test(code) ||
    /Connection terminated|timeout exceeded when trying to connect|not queryable|Client was closed/.test(message)
  )
    return new Refusal(503, 'unavailable', 'The store is not reachable at the moment; try again shortly.')
  log(`error ${route} ${requestId}: ${faultSummary(error)}`)
  return new Refusal(500, 'internal', `Something went wrong here; the server's log has it under ${requestId}.`)
}
