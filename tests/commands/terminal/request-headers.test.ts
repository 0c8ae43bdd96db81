import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openHttpCall } from '../../../src/cli/http-call.ts'
import { readLiveEvents } from '../../../src/cli/live-events.ts'
import { readFacts } from '../../../src/cli/server-facts.ts'
import { beginSignIn } from '../../../src/cli/sign-in.ts'
import { VERSION } from '../../../src/contract/core/version.ts'

test('every request names the program and its version, whatever it is for', async () => {
  const agents: (string | undefined)[] = []
  const server = createServer(({ headers }, response) => {
    agents.push(headers['user-agent'])
    response.writeHead(404).end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  // A server that listens on TCP has such an address.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const facts = { version: '1', server_url: url, project_header: 'P', default_query: {}, sign_in: null, program: null }
  const token = async () => 'token'
  const endpoints = { client_id: 'c', audience: 'a', device_url: `${url}/device`, token_url: `${url}/token` }
  const connection = { url, facts, token, project: null, isProjectKept: false, byEnvironment: true }
  const nothing = () => {}
  const asking = [
    () => readFacts(url),
    () => beginSignIn(endpoints),
    () =>
      readLiveEvents(connection, { projectId: 'p', lastId: null }, new AbortController().signal, {
        onOpen: nothing,
        onPosition: nothing,
        onEvent: nothing,
      }),
    () => openHttpCall({ url, projectHeader: 'P', defaultQuery: {}, token })('project.list', {}, { projectId: null }),
  ]
  for (const ask of asking) await expect(ask()).rejects.toThrow()
  expect(agents).toEqual(asking.map(() => `sonde/${VERSION}`))
})
