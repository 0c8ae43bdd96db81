import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { Hono } from 'hono'
import { contract } from '../../contract/contract.ts'
import type { Level } from '../../domain/core/access.ts'
import { faultSummary } from '../../domain/core/fault-summary.ts'
import type { IpBlock } from '../../domain/core/ip-address.ts'
import { busyAnswer } from '../../mcp/busy-answer.ts'
import type { Standing } from '../../mcp/callable.ts'
import { openTurns } from '../../mcp/turns.ts'
import type { Identity } from '../access/bearer.ts'
import { type Caller, connectionOf } from '../access/caller.ts'
import { identify } from '../access/identify.ts'
import { addressesAt, MCP } from '../connections/addresses.ts'
import type { Bindings } from '../http/answer.ts'
import { readBounded } from '../http/bounded-bytes.ts'
import { clientAddress } from '../http/client-address.ts'
import { clientSignal } from '../http/client-signal.ts'
import { DOOR_HEADERS } from '../http/door-headers.ts'
import type { Limits } from '../limits/limits.ts'
import { Refusal } from '../refusal.ts'
import type { Db } from '../store/core/database.ts'
import { hashOf } from '../store/core/identifiers.ts'
import type { SecretCipher } from '../store/core/secret-cipher.ts'
import { innerCall } from './inner-call.ts'
import { storedSpentCodes } from './spent-codes.ts'

const MOST_BYTES = 1024 * 1024
/** Requests of one caller that are answered at the same time. */
const MOST_AT_ONCE = 8
/** Further ones that wait for one of these, and how long. Models call many tools side by side. */
const MOST_WAITING = 24
const WAITING_MS = 10_000

type Options = {
  readonly url: string
  readonly app: Hono<Bindings>
  readonly db: Db
  readonly identity: Identity
  readonly sealing: SecretCipher
  readonly limits: Limits
  readonly trustProxy: readonly IpBlock[]
  readonly projectHeader: string
  readonly clock: () => number
  readonly log: (line: string) => void
}

export type McpDoor = {
  /** Answers a request to the endpoint of the Model Context Protocol, and resolves when its work has ended; null if it is another one. */
  answer(request: IncomingMessage, response: ServerResponse): Promise<void> | null
}

type Entered = { readonly caller: Caller; readonly authorization: string; readonly search: URLSearchParams }

/**
 * The Model Context Protocol over streamable HTTP. It keeps nothing between requests, so any server of an installation answers any of
 * them, and a token that was taken away is refused at once.
 */
export const openMcpDoor = (options: Options): McpDoor => {
  const { url, app, db, identity, sealing, limits, trustProxy, projectHeader, clock, log } = options
  const { resourceMetadata } = addressesAt(url)
  const key = sealing.keyFor('codes that confirm calls of tools')
  const turns = openTurns({
    most: MOST_AT_ONCE,
    mostWaiting: MOST_WAITING,
    patience: (signal) => pause(WAITING_MS, undefined, { signal }),
  })

  /** The caller; a refusal where the endpoint is not for whoever asks. */
  const enter = async (request: IncomingMessage): Promise<Entered | Refusal> => {
    const { authorization } = request.headers
    const search = new URL(request.url ?? MCP, url).searchParams
    const claim = { authorization, projectId: undefined, isVisit: false, isTool: true }
    const caller = await identify(db, identity, claim, clock())
    const ip = clientAddress(request, trustProxy)
    const tooMany = limits.ofCaller(contract['project.list'], caller instanceof Refusal ? null : caller, ip)
    if (tooMany) return tooMany
    if (caller instanceof Refusal) return caller
    if (caller.kind === 'agent')
      return new Refusal(403, 'forbidden', 'An agent key is valid only for the agent protocol.')
    if (caller.kind === 'anonymous' || authorization === undefined) return needsToken
    // A token of the web app is for the web app: a program gets one of its own, which its person can take away.
    if (caller.kind === 'account' && !caller.connection) return otherAudience
    return { caller, authorization, search }
  }

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const entered = await enter(request)
    if (entered instanceof Refusal) return refuse(response, entered, resourceMetadata)
    const asking = hashOf(entered.authorization).toString('base64')
    const end = await turns.take(asking, clientSignal(response))
    if (!end) return refuseBusy(request, response)
    try {
      await exchange(request, response, entered)
    } finally {
      end()
    }
  }

  const exchange = async (request: IncomingMessage, response: ServerResponse, entered: Entered): Promise<void> => {
    const { caller, authorization, search } = entered
    const pieces: Buffer[] = []
    const unread = await readBounded(request, MOST_BYTES, (piece) => {
      pieces.push(piece)
      return null
    })
    if (unread) return refuse(response, unread, resourceMetadata)
    const signal = clientSignal(response)
    const connection = connectionOf(caller)
    // Loaded with the first request: it has every command, which an installation without such programs does not need.
    const { answerRequest, namedProject, openToolbox, readParameters } = await import('../../mcp/door.ts')
    const parameters = readParameters(search)
    if ('problem' in parameters) return refuse(response, new Refusal(400, 'invalid', parameters.problem), null)
    const effects = {
      call: innerCall({
        app,
        url,
        projectHeader,
        outer: { request, response },
        authorization,
        userAgent: userAgentOf(connection?.client ?? null, request.headers['user-agent']),
      }),
      now: clock,
      newId: randomUUID,
      pause: (ms: number) => pause(ms, undefined, { signal }),
    }
    const named = parameters.project === null ? null : await namedProject(effects, parameters.project)
    if (named && 'problem' in named) {
      const own = caller.kind === 'api_key' ? ' It is for one project: leave project out.' : ''
      return refuse(response, new Refusal(403, 'no_project_access', `${named.problem}${own}`), null)
    }
    const asking = connection?.id ?? hashOf(authorization).toString('base64')
    const toolbox = openToolbox({
      ...effects,
      project: caller.kind === 'api_key' ? caller.project.id : (named?.id ?? null),
      standing: standingOf(caller, named?.level ?? null),
      writes: connection ? connection.writes && parameters.writes !== false : parameters.writes === true,
      selection: parameters.selection,
      url,
      confirming: { key, caller: asking, spent: storedSpentCodes(db, sealing, { caller: asking, clock }) },
    })
    const asked = new Request(url + MCP, {
      method: request.method ?? 'POST',
      headers: plainHeaders(request),
      signal,
      ...(pieces.length > 0 && { body: Buffer.concat(pieces) }),
    })
    await answerRequest(toolbox, asked, (answer) => send(response, answer))
  }

  return {
    answer(request, response) {
      const path = (request.url ?? '').split('?')[0]
      if (path !== MCP) return null
      const { origin } = request.headers
      // A page of another site, or of another name of this machine, could use what its visitor may reach.
      if (origin !== undefined && origin !== url) {
        request.resume()
        refuse(
          response,
          new Refusal(403, 'forbidden', `Pages of ${origin.slice(0, 200)} may not use this endpoint.`),
          null,
        )
        return Promise.resolve()
      }
      return serve(request, response).catch((cause: unknown) => {
        log(`error ${MCP}: ${faultSummary(cause)}`)
        if (response.headersSent) response.destroy()
        else refuse(response, new Refusal(500, 'internal', 'Something went wrong here; the server’s log has it.'), null)
      })
    },
  }
}

const needsToken = new Refusal(
  401,
  'unauthenticated',
  'This requires a bearer token: that of a connected application, or an API key.',
)
const otherAudience = new Refusal(
  401,
  'unauthenticated',
  'This token is not for the Model Context Protocol endpoint: connect the application, or use an API key.',
)
const tooManyAtOnce = new Refusal(
  429,
  'too_many_requests',
  `Nothing was done: ${MOST_AT_ONCE} requests are answered at the same time, and up to ${MOST_WAITING} more wait ten seconds for them. Wait for the others, and call it again.`,
  { retryAfterSeconds: 1 },
)

/** The rights of a caller, as the server judges them. */
const standingOf = (caller: Caller, named: Level | null): Standing => ({
  level: caller.kind === 'api_key' ? caller.level : named,
  isPerson: caller.kind === 'account',
  isSiteAdmin: caller.kind === 'account' && caller.sitePermission === 'site_admin',
  changesOutside: !(caller.kind === 'api_key' && caller.connection),
})

/** Tells the model of a caller that too many requests of it wait. */
const refuseBusy = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const pieces: Buffer[] = []
  const unread = await readBounded(request, MOST_BYTES, (piece) => {
    pieces.push(piece)
    return null
  })
  const { message, retryAfterSeconds } = tooManyAtOnce
  const answer = unread ? null : busyAnswer(Buffer.concat(pieces).toString('utf8'), message, retryAfterSeconds ?? 1)
  if (!answer) return refuse(response, unread ?? tooManyAtOnce, null)
  await send(response, Response.json(answer))
}

/** Headers carry printable ASCII; an application may be called anything. */
const userAgentOf = (client: string | null, program: string | undefined): string => {
  const said = [client, program].filter((each) => each !== null && each !== undefined).join(', ')
  return `MCP: ${said || 'unknown program'}`.replace(/[^\x20-\x7e]/g, '?').slice(0, 300)
}

const plainHeaders = ({ headers }: IncomingMessage): Headers => {
  const plain = new Headers()
  for (const name of ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name']) {
    const value = headers[name]
    if (typeof value === 'string') plain.set(name, value)
  }
  return plain
}

const refuse = (response: ServerResponse, refusal: Refusal, metadata: string | null): void => {
  const { status, code, message, retryAfterSeconds } = refusal
  const text = JSON.stringify({ error: status === 401 ? 'invalid_token' : code, error_description: message })
  response.writeHead(status, {
    ...DOOR_HEADERS,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    ...(status === 401 &&
      metadata !== null && {
        'www-authenticate': `Bearer resource_metadata="${metadata}", scope="read write"`,
      }),
    ...(retryAfterSeconds !== null && { 'retry-after': String(retryAfterSeconds) }),
  })
  response.end(text)
}

const send = async (response: ServerResponse, answer: Response): Promise<void> => {
  response.writeHead(answer.status, { ...Object.fromEntries(answer.headers), ...DOOR_HEADERS })
  if (!answer.body) {
    response.end()
    return
  }
  // The types of the web's streams and of Node's differ in name only.
  const body = Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0])
  await new Promise<void>((resolve) => {
    response.once('close', resolve)
    body.once('error', () => response.destroy())
    body.pipe(response)
  })
}
