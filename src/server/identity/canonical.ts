import type { IncomingMessage } from 'node:http'

/**
 * Rewrites a request's headers as if it was sent to the public URL, whatever proxies or clients wrote: the provider derives its URLs
 * from these headers, and marks its cookies secure if the scheme is https.
 */
export const asSentTo = (request: IncomingMessage, url: URL): IncomingMessage => {
  request.headers['x-forwarded-proto'] = url.protocol.replace(':', '')
  request.headers['x-forwarded-host'] = url.host
  return request
}
