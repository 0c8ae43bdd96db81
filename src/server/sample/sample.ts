import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { routes, send } from './routes.ts'

/** The sample API to try monitors on, at `url`. */
export type Sample = { readonly url: string; stop(): Promise<void> }

const largestBodyBytes = 1024 * 1024
const graceMs = 2_000

/** Reads the body as text; null if it is too large. */
const readBody = async (request: IncomingMessage): Promise<string | null> => {
  const parts: Buffer[] = []
  let bytes = 0
  // The stream stays open if not read to its end, so that the refusal can still be sent.
  for await (const part of request.iterator({ destroyOnReturn: false })) {
    const chunk = Buffer.from(part)
    bytes += chunk.length
    if (bytes > largestBodyBytes) return null
    parts.push(chunk)
  }
  return Buffer.concat(parts).toString('utf8')
}

const contents = {
  about: 'The sample API of Sonde: something to call while you learn. Only reachable from this computer.',
  paths: Object.values(routes).map(({ example, about }) => ({ path: example, about })),
}

/**
 * Opens the sample API on its own port (0: any free one). Responses depend only on the call and on the number of earlier calls to its
 * path, never on chance. Rejects with the system's error (`EADDRINUSE`) if the port is taken.
 */
export const openSample = async ({ host, port }: { host: string; port: number }): Promise<Sample> => {
  const counts = new Map<string, number>()

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const gone = new AbortController()
    response.once('close', () => gone.abort())
    // A target such as `//` or `*` is not a URL, so it matches no path.
    const url = URL.canParse(request.url ?? '', 'http://sample') ? new URL(request.url ?? '', 'http://sample') : null
    const body = await readBody(request)
    if (body === null) return send(response, { status: 413, body: { error: 'The body is too large' } })
    const route = url && Object.hasOwn(routes, url.pathname) ? routes[url.pathname] : undefined
    if (url?.pathname === '/') return send(response, { status: 200, body: contents })
    if (!url || !route) return send(response, { status: 404, body: { error: 'No such path; see / for a list' } })
    const earlierCalls = counts.get(url.pathname) ?? 0
    counts.set(url.pathname, earlierCalls + 1)
    send(response, await route.answer({ request, url, body, earlierCalls, gone: gone.signal }))
  }

  const server = createServer({ headersTimeout: 20_000, requestTimeout: 60_000 }, (request, response) => {
    answer(request, response).catch(() => response.destroy())
    // A client that keeps sending after the response is disconnected.
    response.once('finish', () => {
      if (!request.complete) setTimeout(() => request.complete || request.socket.destroy(), graceMs).unref()
    })
  })
  server.on('clientError', (_error, socket) => {
    if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n')
  })
  server.listen(port, host)
  await once(server, 'listening')
  const address = server.address()
  const actualPort = address && typeof address === 'object' ? address.port : port
  const name = host.includes(':') ? `[${host}]` : host
  return {
    url: `http://${name}:${actualPort}`,
    stop: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
