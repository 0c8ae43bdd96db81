import { createServer } from 'node:http'

/** A request that the target has received. */
type Received = {
  readonly url: string
  readonly cookie: string | undefined
  readonly authorization: string | undefined
  readonly body: string
}

/** What steps of workflows call: it answers with an order, a token and what it was sent, and with the status code in `/code/404`. */
export const openWorkflowTarget = async () => {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const piece of request) body += String(piece)
    const { cookie, authorization } = request.headers
    received.push({ url: request.url ?? '', cookie, authorization, body })
    const code = Number(/\/code\/(\d+)/.exec(request.url ?? '')?.[1] ?? 200)
    response.writeHead(code, { 'content-type': 'application/json', 'set-cookie': 'visitor=v-123456789' })
    response.end(JSON.stringify({ order: 'o-77', access_token: 'tok-abcdefgh12345', url: request.url, authorization }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on TCP has an address of this form.
  const { port } = server.address() as { port: number }
  return { url: `http://127.0.0.1:${port}`, received, close: () => void server.close() }
}
