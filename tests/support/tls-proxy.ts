import { once } from 'node:events'
import { request } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { certificate } from '../agent/certificate.ts'

/** A proxy as operators put in front: it ends TLS, and tells whom it speaks for. */
export type TlsProxy = { readonly url: string; close(): void }

/** Opens a proxy for a name, with a certificate of its own; `port` is that of the server behind it, asked for at each request. */
export const openTlsProxy = async (name: string, port: () => number): Promise<TlsProxy> => {
  const tls = certificate({ subject: name, names: [name] })
  const proxy = createServer({ cert: tls.cert, key: tls.key }, (incoming, outgoing) => {
    const headers = {
      ...incoming.headers,
      'x-forwarded-for': incoming.socket.remoteAddress ?? '',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': incoming.headers.host,
    }
    const onward = request(
      { host: '127.0.0.1', port: port(), method: incoming.method, path: incoming.url, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
        answer.pipe(outgoing)
      },
    )
    onward.on('error', () => outgoing.destroy())
    outgoing.on('close', () => onward.destroy())
    incoming.pipe(onward)
  }).listen(0, '127.0.0.1')
  // The server's answers promise the browser 75 s, and go through as they are.
  proxy.keepAliveTimeout = 80_000
  await once(proxy, 'listening')
  // A server that listens on TCP has such an address.
  const address = proxy.address() as AddressInfo
  return {
    url: `https://${name}:${address.port}`,
    close: () => {
      proxy.close()
      proxy.closeAllConnections()
    },
  }
}
