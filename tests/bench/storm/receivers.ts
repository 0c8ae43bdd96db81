import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * The receivers of a storm: `/slow` answers after 10 s, `/refusing` refuses, everything else accepts at once. Remembers each message that came,
 * and when it came first. `GET /counts` and `GET /messages` tell of it. Prints its port.
 */
const SLOW_MS = 10_000

/** One message: how often it came, and when first, in milliseconds since the epoch. */
type Received = { times: number; firstMs: number }

const received = new Map<string, Map<string, Received>>()
const counts = () =>
  Object.fromEntries(
    [...received].map(([path, messages]) => {
      const all = [...messages.values()]
      return [
        path,
        {
          messages: all.length,
          repeated: all.filter(({ times }) => times > 1).length,
          firstMs: all.reduce((least, { firstMs }) => Math.min(least, firstMs), Number.POSITIVE_INFINITY),
          lastMs: all.reduce((most, { firstMs }) => Math.max(most, firstMs), 0),
        },
      ]
    }),
  )

const note = (path: string, id: string): void => {
  const messages = received.get(path) ?? new Map<string, Received>()
  received.set(path, messages)
  const known = messages.get(id)
  if (known) known.times++
  else messages.set(id, { times: 1, firstMs: Date.now() })
}

const server = createServer((request, response) => {
  const path = request.url ?? ''
  if (request.method === 'DELETE') {
    received.clear()
    response.writeHead(204).end()
  } else if (path === '/counts') response.end(JSON.stringify(counts()))
  else if (path === '/messages')
    response.end(
      JSON.stringify([...received].flatMap(([of, all]) => [...all].map(([id, one]) => ({ path: of, id, ...one })))),
    )
  else
    request.resume().on('end', () => {
      note(path, String(request.headers['webhook-id'] ?? ''))
      if (path.startsWith('/slow')) setTimeout(() => response.writeHead(204).end(), SLOW_MS)
      else response.writeHead(path.startsWith('/refusing') ? 503 : 204).end()
    })
})
server.listen(0, '127.0.0.1', 1024, () => console.log((server.address() as AddressInfo).port))
