import type { IncomingMessage } from 'node:http'

/**
 * Makes a request look as if it came to the address that people use, whatever proxies or clients wrote into it: the provider
 * makes its addresses from these headers, and its cookies secure where the scheme is https.
 */
export const asSentTo = (request: IncomingMessage, url: URL): IncomingMessage => {
  request.headers['x-forwarded-proto'] = url.protocol.replace(':', '')
  request.headers['x-forwarded-host'] = url.host
  return request
}
