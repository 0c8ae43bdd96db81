import type { IncomingMessage, ServerResponse } from 'node:http'
import type { IpBlock } from '../../domain/core/ip-address.ts'
import type { ConnectionDoor } from '../connections/door.ts'
import { clientAddress, isBehindProxy } from '../http/client-address.ts'
import { DOOR_HEADERS } from '../http/door-headers.ts'
import { endWithAnswer } from '../http/leftover.ts'
import type { AnswerRequest } from '../http/requests-under-way.ts'
import { type EmbeddedProvider, isProviderPath } from '../identity/embedded.ts'
import { errorPage, PAGE_HEADERS } from '../identity/pages.ts'
import type { Limits } from '../limits/limits.ts'
import type { McpDoor } from '../mcp/door.ts'
import { tooManyRequests } from '../refusal.ts'
import type { StatusVisits } from '../status/visits.ts'

/** Half a year, for this host only, so that an operator who gives up https is not locked out for longer. */
const HTTPS_ONLY = 'max-age=15552000'

/** The page on which a person confirms a device's code, with the code perhaps. */
const DEVICE_PAGE = /^\/device\/?(?=\?|$)/

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Routes each request to the identity provider, which handles it untouched, to the status pages, or to the rest of the server. Pages visited under another
 * name of this machine are redirected to the public URL, because a sign-in that starts elsewhere could not return. With https, every
 * response carries HSTS.
 */
export const requestRouter = (options: {
  url: string
  provider: EmbeddedProvider | null
  trustProxy: readonly IpBlock[]
  limits: Limits
  status: StatusVisits
  connections: ConnectionDoor
  mcp: McpDoor
  rest: AnswerRequest
}): AnswerRequest => {
  const { provider, rest, trustProxy, limits, status, connections, mcp } = options
  const canonical = new URL(options.url)
  return (request, response) => {
    endWithAnswer(request, response)
    if (canonical.protocol === 'https:') response.setHeader('strict-transport-security', HTTPS_ONLY)
    const path = request.url ?? '/'
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !/^\/(remote-)?api/.test(path)
    if (isPage && isOtherName(hostOf(request, trustProxy), canonical)) {
      // Never two leading slashes: they would name another host.
      response.writeHead(307, {
        ...DOOR_HEADERS,
        location: `${canonical.origin}/${path.replace(/^\/+/, '')}`,
      })
      response.end()
      return undefined
    }
    const work = mcp.answer(request, response)
    if (work) return work
    if (connections.answer(request, response)) {
      // Before the provider, which has other documents below the same path.
    } else if (provider && isPage && DEVICE_PAGE.test(path)) {
      // An address that a person can type from another screen.
      response.writeHead(302, { ...DOOR_HEADERS, location: path.replace(DEVICE_PAGE, '/activate') })
      response.end()
    } else if (provider && isProviderPath(path)) {
      const what = beginsSignIn(path) ? 'sign-in' : 'request'
      const waitMs = limits.ofProvider(what, clientAddress(request, trustProxy))
      if (waitMs > 0) turnAway(response, path, waitMs)
      else provider.answer(request, response)
    } else if (!status.answer(request, response)) return rest(request, response)
    return undefined
  }
}

/**
 * Whether the provider stores state for the request, such as a pending sign-in. A silent request (prompt=none) is answered immediately, and
 * `/authorize/ID` ends a sign-in that was counted when it began.
 */
const beginsSignIn = (path: string): boolean =>
  /^\/(authorize(?!\/)|activate|oidc|v2|oauth\/device)(\/|\?|$)/.test(path) && !/[?&]prompt=none(&|$)/.test(path)

/** Answers 429 as the provider would: a page for browsers, JSON for programs. */
const turnAway = (response: ServerResponse, path: string, waitMs: number): void => {
  const { message, retryAfterSeconds } = tooManyRequests('sign-ins from this address', waitMs)
  const isPage = /^\/(authorize|activate|oidc|v2)/.test(path)
  response.writeHead(429, {
    ...PAGE_HEADERS,
    'retry-after': String(retryAfterSeconds),
    'content-type': isPage ? 'text/html; charset=utf-8' : 'application/json',
  })
  response.end(
    isPage ? errorPage(message) : JSON.stringify({ error: 'temporarily_unavailable', error_description: message }),
  )
}

const hostOf = (request: IncomingMessage, trusted: readonly IpBlock[]): string => {
  const forwarded = isBehindProxy(request, trusted) ? request.headers['x-forwarded-host'] : undefined
  return String(forwarded ?? request.headers.host ?? '').toLowerCase()
}

const isOtherName = (host: string, canonical: URL): boolean => {
  const [, name = '', port = ''] = /^(\[.*\]|[^:]*)(?::(\d+))?$/.exec(host) ?? []
  return (
    name !== canonical.hostname && port === canonical.port && LOOPBACK.has(name) && LOOPBACK.has(canonical.hostname)
  )
}
