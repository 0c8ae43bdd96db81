import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type Asked = {
  readonly origin: string
  /** The fields of the form, or of the query. */
  readonly sent: URLSearchParams
  /** The parameters of a header of OAuth 1. */
  readonly oauth: Readonly<Record<string, string>>
}
type Answered = {
  readonly status?: number
  readonly to?: string
  readonly body?: object | string
  /** Default: JSON. */
  readonly type?: string
}

/** A server on loopback with a few pages. */
export type Pages = {
  readonly origin: string
  /** Follows redirects as a browser does, until one leads to `site`. */
  follow(address: string, site: string): Promise<URL>
  close(): Promise<void>
}

/** Opens pages by path. `to`: a redirect. */
export const openPages = async (
  pages: Readonly<Record<string, (asked: Asked) => Answered | Promise<Answered>>>,
): Promise<Pages> => {
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece)
    const { pathname, searchParams } = new URL(request.url ?? '/', origin)
    const sent = request.method === 'POST' ? new URLSearchParams(Buffer.concat(pieces).toString()) : searchParams
    const header = (request.headers.authorization ?? '').matchAll(/(oauth_\w+)="([^"]*)"/g)
    const oauth = Object.fromEntries([...header].map(([, name = '', value = '']) => [name, decodeURIComponent(value)]))
    const {
      status,
      to,
      body = {},
      type = 'application/json',
    } = (await pages[pathname]?.({ origin, sent, oauth })) ?? { status: 404 }
    response.writeHead(status ?? (to === undefined ? 200 : 302), {
      'content-type': type,
      ...(to !== undefined && { location: to }),
    })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    async follow(address, site) {
      let at = address
      for (let hops = 0; hops < 10; hops++) {
        const answer = await fetch(at, { redirect: 'manual' })
        const to = answer.headers.get('location')
        if (to === null) throw new Error(`${at} answered ${answer.status}.`)
        if (to.startsWith(site)) return new URL(to)
        at = to
      }
      throw new Error(`The pages go in circles: ${at}`)
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
