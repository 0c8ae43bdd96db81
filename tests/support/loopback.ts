import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createSocketServer } from 'node:net'

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

const isFree = async (port: number): Promise<boolean> => {
  const probe = createSocketServer().listen(port, '127.0.0.1')
  const outcome = await Promise.race([
    once(probe, 'listening').then(() => true),
    once(probe, 'error').then(() => false),
  ]).catch(() => false)
  probe.close()
  return outcome
}

/** A port that a server keeps through restarts, with a free one above it for its sample; below those of outgoing connections. */
export const freePort = async (): Promise<number> => {
  const port = randomInt(10_000, 15_000)
  return (await isFree(port)) && (await isFree(port + 1)) ? port : freePort()
}
