import type { IncomingMessage, ServerResponse } from 'node:http'
import { faultSummary } from '../../domain/core/fault-summary.ts'
import type { IpBlock } from '../../domain/core/ip-address.ts'
import { readBounded } from '../http/bounded-bytes.ts'
import { clientAddress } from '../http/client-address.ts'
import { DOOR_HEADERS } from '../http/door-headers.ts'
import type { Limits } from '../limits/limits.ts'
import type { Db } from '../store/core/database.ts'
import { addressesAt, CONNECT } from './addresses.ts'
import { metadataAt } from './metadata.ts'
import { OAuthError } from './oauth-error.ts'
import { registerClient } from './register-client.ts'
import { grantTokens, revoke } from './token-requests.ts'

const MOST_BYTES = 16 * 1024

export type ConnectionDoor = {
  /** Answers a request of an application that connects; false if it is none. */
  answer(request: IncomingMessage, response: ServerResponse): boolean
}

type Options = {
  readonly url: string
  readonly db: Db
  readonly clock: () => number
  readonly limits: Limits
  readonly trustProxy: readonly IpBlock[]
  readonly log: (line: string) => void
}

type Work = 'token' | 'register' | 'revoke'
const WORK: ReadonlyMap<string, Work> = new Map([
  [`${CONNECT}/token`, 'token'],
  [`${CONNECT}/register`, 'register'],
  [`${CONNECT}/revoke`, 'revoke'],
])

/** The endpoints of an OAuth 2.1 authorization server that applications call. The page for the person is the web app's. */
export const openConnectionDoor = ({ url, db, clock, limits, trustProxy, log }: Options): ConnectionDoor => {
  const { resource } = addressesAt(url)

  const work = async (what: Work, request: IncomingMessage): Promise<{ status: number; body: object }> => {
    const text = await readText(request)
    if (what === 'register') return { status: 201, body: await registerClient(db, jsonObject(text), clock()) }
    const fields = new URLSearchParams(text)
    if (what === 'token') return { status: 200, body: await grantTokens(db, fields, resource, clock()) }
    await revoke(db, fields)
    return { status: 200, body: {} }
  }

  const answerWork = (what: Work, request: IncomingMessage, response: ServerResponse): void => {
    // Registering stores something for strangers, as the start of a sign-in does.
    const counted = what === 'register' ? 'sign-in' : 'request'
    const waitMs = limits.ofProvider(counted, clientAddress(request, trustProxy))
    if (waitMs > 0) {
      response.setHeader('retry-after', String(Math.ceil(waitMs / 1000)))
      request.resume()
      send(response, 429, errorBody('temporarily_unavailable', 'Too many requests from this address: try again later.'))
      return
    }
    work(what, request).then(
      ({ status, body }) => send(response, status, body),
      (cause: unknown) => {
        if (cause instanceof OAuthError) return send(response, cause.status, errorBody(cause.code, cause.message))
        log(`error ${CONNECT}/${what}: ${faultSummary(cause)}`)
        send(
          response,
          503,
          errorBody('temporarily_unavailable', 'The server cannot do this at the moment: try again shortly.'),
        )
      },
    )
  }

  return {
    answer(request, response) {
      const path = (request.url ?? '').split('?')[0] ?? ''
      const { method } = request
      const metadata = metadataAt(url, path)
      if (metadata) {
        // Anybody may read it, scripts of other sites too: it holds nothing of anybody.
        response.setHeader('access-control-allow-origin', '*')
        if (method === 'GET' || method === 'HEAD') send(response, 200, metadata)
        else notAllowed(response, 'GET')
        return true
      }
      const what = WORK.get(path)
      if (what === undefined) return false
      if (method === 'POST') answerWork(what, request, response)
      else notAllowed(response, 'POST')
      return true
    },
  }
}

const errorBody = (error: string, description: string) => ({ error, error_description: description })

const notAllowed = (response: ServerResponse, method: string): void => {
  response.setHeader('allow', method)
  send(response, 405, errorBody('invalid_request', `Use ${method}.`))
}

const send = (response: ServerResponse, status: number, body: object): void => {
  const text = JSON.stringify(body)
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    ...DOOR_HEADERS,
  })
  response.end(text)
}

const readText = async (request: IncomingMessage): Promise<string> => {
  const pieces: Buffer[] = []
  const refusal = await readBounded(request, MOST_BYTES, (piece) => {
    pieces.push(piece)
    return null
  })
  if (refusal) throw new OAuthError('invalid_request', refusal.message, refusal.status)
  return Buffer.concat(pieces).toString('utf8')
}

const jsonObject = (text: string): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(text)
    // An object's fields are whatever the application sent: each is checked where it is read.
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    // Said below.
  }
  throw new OAuthError('invalid_client_metadata', 'The body must be a JSON object.')
}
