import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** What a server answers: a status, and a body of JSON. */
type Answer = readonly [status: number, body: unknown]

const FACTS = { version: '1', server_url: '', project_header: 'P', default_query: {}, sign_in: null, program: null }

/** What a project without any objects answers to whoever reads it. */
export const EMPTY_PROJECT = {
  meta: { account_id: 'a', current_project_id: 'p', permissions: [], more: false, next_cursor: null },
  projects: [{ access_level: 'OWNER', project: { id: 'p', name: 'Shop' }, organization: null }],
  organizations: [],
  data: [],
}

/** A server that tells the terminal about itself, and answers everything else as a test says; resolves with its address. */
export const openTestServer = async (
  answerTo: (request: { readonly method: string; readonly url: string; readonly text: string }) => Answer,
): Promise<string> => {
  const server = createServer(async (request, response) => {
    const { url = '', method = '' } = request
    const parts: Buffer[] = []
    for await (const part of request) parts.push(Buffer.from(part))
    const text = Buffer.concat(parts).toString('utf8')
    const [status, body] = url.startsWith('/api/3/terminal') ? [200, FACTS] : answerTo({ method, url, text })
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  // A server that listens on TCP has such an address.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
