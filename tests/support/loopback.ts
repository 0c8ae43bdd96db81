import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { isFree } from '../../src/dev/ports.ts'

/** A web server on this machine alone. */
export type Loopback = { readonly port: number; readonly url: string; close(): void }

export const listenOnLoopback = async (listener: RequestListener): Promise<Loopback> => {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = address && typeof address === 'object' ? address.port : 0
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** A receiver of webhooks: remembers the id of every message that came. */
export type Receiver = Loopback & { readonly messages: ReadonlySet<string>; readonly count: number }

export const openReceiver = async (): Promise<Receiver> => {
  const messages = new Set<string>()
  let count = 0
  const loopback = await listenOnLoopback((request, response) => {
    request.resume().on('end', () => {
      messages.add(String(request.headers['webhook-id']))
      count++
      response.writeHead(204).end()
    })
  })
  return {
    ...loopback,
    messages,
    get count() {
      return count
    },
  }
}

/** Below the ports of outgoing connections. Each worker of a run has a share of its own, so that no two choose the same one. */
const LOWEST_PORT = 10_000
const SHARE = 500
const SHARES = 10
const worker = Number(process.env.VITEST_POOL_ID ?? 0) % SHARES
// Another run on this machine most likely begins elsewhere in its share.
let given = 2 * randomInt(SHARE / 2)

/**
 * A port that a server keeps through restarts, with free ones above it: one for its sample, or `above` of them. A worker gives none again
 * before it has given all of its share: while a server starts or starts again, nobody listens on its port.
 */
export const freePort = async (above = 1): Promise<number> => {
  const size = above + 1
  if (given + size > SHARE) given = 0
  const port = LOWEST_PORT + worker * SHARE + given
  given += size
  const areFree = await Promise.all(
    Array.from({ length: size }, (_, index) => isFree({ host: '127.0.0.1', port: port + index })),
  )
  return areFree.every(Boolean) ? port : freePort(above)
}
