import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

const LOOK_EVERY_MS = 1_000
const LOOK_WITHIN_MS = 1_000

/** A proxy that gives each request to the next server, whoever sends it. */
export type RoundRobin = {
  readonly url: string
  readonly port: number
  /** Whether it asks the servers for their health and leaves out those that are not ready; at first it does. */
  looks: boolean
  close(): void
}

/** Asks a server for its health; one that does not answer within a second is not ready. */
export const isReady = async (url: string): Promise<boolean> => {
  try {
    return (await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(LOOK_WITHIN_MS) })).status === 200
  } catch {
    return false
  }
}

/** Headers without those that are of one connection only. */
const onwardHeaders = (headers: IncomingHttpHeaders): IncomingHttpHeaders => {
  const { connection, 'keep-alive': _, ...rest } = headers
  return rest
}

const bodyOf = async (incoming: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = []
  for await (const part of incoming) parts.push(part)
  return Buffer.concat(parts)
}

/**
 * Opens a proxy in front of servers. A request goes to the next server when one refuses its connection, and is answered with 502 when a
 * connection breaks. It has no limit of its own for an answer: the caller's holds.
 */
export const openRoundRobin = async (servers: readonly string[]): Promise<RoundRobin> => {
  const ready = new Set(servers)
  let looks = true
  let open = true
  let turn = 0

  const next = (tried: ReadonlySet<string>): string | undefined => {
    const left = servers.filter((url) => !tried.has(url))
    const usable = looks ? left.filter((url) => ready.has(url)) : left
    const choices = usable.length > 0 ? usable : left
    return choices[turn++ % choices.length]
  }
  const forward = (
    { incoming, body, answer }: { incoming: IncomingMessage; body: Buffer; answer: ServerResponse },
    tried: ReadonlySet<string>,
  ): void => {
    const server = next(tried)
    if (server === undefined) return void answer.writeHead(502).end()
    const { method, url } = incoming
    const headers = onwardHeaders(incoming.headers)
    const onward = request(new URL(url ?? '/', server), { method, headers, agent: false }, (theirs) => {
      answer.writeHead(theirs.statusCode ?? 502, onwardHeaders(theirs.headers))
      theirs.pipe(answer)
    })
    onward.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') forward({ incoming, body, answer }, new Set([...tried, server]))
      else if (answer.headersSent) answer.destroy()
      else answer.writeHead(502).end()
    })
    answer.on('close', () => onward.destroy())
    onward.end(body)
  }
  const proxy = createServer(async (incoming, answer) => {
    try {
      forward({ incoming, body: await bodyOf(incoming), answer }, new Set())
    } catch {
      answer.destroy()
    }
  })
  const look = async () => {
    while (open) {
      await Promise.all(servers.map(async (url) => ((await isReady(url)) ? ready.add(url) : ready.delete(url))))
      await wait(LOOK_EVERY_MS, undefined, { ref: false })
    }
  }
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  void look()
  // A server that listens on TCP has such an address.
  const { port } = proxy.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    get looks() {
      return looks
    },
    set looks(value) {
      looks = value
    },
    close() {
      open = false
      proxy.close()
      proxy.closeAllConnections()
    },
  }
}
