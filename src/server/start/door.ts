import type { IncomingMessage, RequestListener } from 'node:http'
import type { IpBlock } from '../../domain/ip-address.ts'
import { isBehindProxy } from '../http/client-address.ts'
import { endWithAnswer } from '../http/leftover.ts'
import { type EmbeddedProvider, isProviderPath } from '../identity/embedded.ts'

/** Half a year, and this host alone: an operator who gives up https is not locked out for longer. */
const HTTPS_ONLY = 'max-age=15552000'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Hands each request to whom it is for: the identity provider, which reads and answers it untouched, or the rest of the server.
 * Pages that are visited under another name of this machine are sent to the address people use: a sign-in begun elsewhere could not
 * come back. Where people use https, every answer tells browsers never to come by another way.
 */
export const doorTo = (options: {
  url: string
  provider: EmbeddedProvider | null
  trustProxy: readonly IpBlock[]
  rest: RequestListener
}): RequestListener => {
  const { provider, rest, trustProxy } = options
  const canonical = new URL(options.url)
  return (request, response) => {
    endWithAnswer(request, response)
    if (canonical.protocol === 'https:') response.setHeader('strict-transport-security', HTTPS_ONLY)
    const path = request.url ?? '/'
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !path.startsWith('/api')
    if (isPage && isOtherName(hostOf(request, trustProxy), canonical)) {
      // Never a path of two slashes: that would be another host.
      response.writeHead(307, {
        location: `${canonical.origin}/${path.replace(/^\/+/, '')}`,
        'cache-control': 'no-store',
      })
      response.end()
    } else if (provider && isProviderPath(path)) provider.answer(request, response)
    else rest(request, response)
  }
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
