import { randomUUID } from 'node:crypto'
import { Hono, type Context as HonoContext } from 'hono'
import { isAlias } from '../../contract/core/alias.ts'
import type { AnyEndpoint, Contract } from '../../contract/core/endpoint.ts'
import { VERSION } from '../../contract/core/version.ts'
import { isUnconfirmed } from '../access/caller.ts'
import { Refusal } from '../refusal.ts'
import { forClient } from '../store/core/leaving.ts'
import { type AdmitOptions, admitRequest } from './admit-request.ts'
import { aliasWork, type Work } from './alias-work.ts'
import { type Answer, type Bindings, checkAnswer, refusalOf, refuse, sendAnswer } from './answer.ts'
import type { AppPage } from './app-page.ts'
import { clientSignal } from './client-signal.ts'
import { handleRead } from './handle-read.ts'
import { handleWrite } from './handle-write.ts'
import type { OpenSink, UploadSink } from './multipart.ts'
import { type AnyHandler, type HandleOptions, isAudited, type Operation } from './operation.ts'
import { queryOf } from './query.ts'
import { readInput } from './read-input.ts'
import { referencePage } from './reference-page.ts'

export type ServeOptions = AdmitOptions &
  HandleOptions & {
    /** Query parameters that clients add to every request, and that no endpoint needs to know. */
    tolerated: ReadonlySet<string>
    /** Answers what no endpoint does. */
    appPage: AppPage
    /** Opens a sink for a file that is uploaded to a project. */
    openUpload: (projectKey: number | null, bytes: number | null) => ReturnType<OpenSink>
    log: (line: string) => void
    /** Holds answers against the contract too; for tests, since it costs time. */
    checkAnswers?: boolean
    /** Is told the endpoint of each request that begins. */
    onRequest?: (endpoint: string) => void
  }

/**
 * One route for each endpoint of the contract, and the same order of steps for all: admit → read → handle → answer. Who may not
 * call learns nothing of the body's rules, and its body is not read.
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
    const handler = (handlers as Record<string, AnyHandler>)[isAlias(endpoint) ? endpoint.alsoOf : name]
    if (!handler) throw new Error(`The endpoint ${name} has no handler.`)
    const route = path.replace(/\{(\w+)\}/g, ':$1').replace(/(.)\/$/, '$1')
    app.on(method, route, (c) => respond(c, { name, endpoint, handler }, options))
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

const respond = async (c: HonoContext<Bindings>, operation: Operation, options: ServeOptions): Promise<Response> => {
  const { name, endpoint } = operation
  const requestId = randomUUID()
  c.header('x-request-id', requestId)
  options.onRequest?.(name)
  const client = clientSignal(c.env.outgoing)
  try {
    const outcome = await forClient(client, () => carryOut(c, operation, requestId, options))
    if (outcome instanceof Refusal) return refuse(c, outcome)
    if (options.checkAnswers) checkAnswer(name, endpoint, outcome.answer)
    return sendAnswer(c, endpoint, outcome)
  } catch (error) {
    // Work that ended because its client left is no fault, and nobody reads the answer.
    const log = client.aborted ? () => {} : options.log
    return refuse(c, refusalOf(error, endpoint.route, requestId, log))
  }
}

const carryOut = async (
  c: HonoContext<Bindings>,
  operation: Operation,
  requestId: string,
  options: ServeOptions,
): Promise<Answer | Refusal> => {
  const { endpoint } = operation
  const request = await admitRequest(c, endpoint, requestId, options)
  if (request instanceof Refusal) return request
  const asked = { params: c.req.param(), query: queryOf(c.req.url) }
  const uploads: UploadSink[] = []
  const openSink = async (bytes: number | null) => {
    if (isUnconfirmed(request.caller))
      return new Refusal(
        403,
        'address_unconfirmed',
        `Confirm your email address before you upload files: open the link that was mailed to ${request.caller.unconfirmed}.`,
      )
    const sink = await options.openUpload(request.project?.key ?? null, bytes)
    if (!(sink instanceof Refusal)) uploads.push(sink)
    return sink
  }
  try {
    const input = await readInput(endpoint, asked, request.caller, c.env.incoming, { ...options, openSink })
    if (input instanceof Refusal) return input
    const work: Work = (operation, input) => {
      if (!isAudited(operation.endpoint)) return handleRead(operation, input, request, options)
      const repeatKey = operation.endpoint.repeatable ? c.req.header('idempotency-key') : undefined
      return handleWrite(operation, input, request, repeatKey, options)
    }
    return await (isAlias(endpoint)
      ? aliasWork(work, endpoint, operation.handler, input, {
          db: options.database.db,
          project: request.project ?? null,
        })
      : work(operation, input))
  } finally {
    // Deletes what no object has taken. Upkeep deletes what is left where the store is away.
    for (const upload of uploads) await upload.abandon().catch(() => {})
  }
}
