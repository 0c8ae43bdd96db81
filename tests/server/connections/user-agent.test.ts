import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { openHttpCall } from '../../../src/cli/http-call.ts'
import { VERSION } from '../../../src/contract/core/version.ts'

test('the terminal says its name and version to the server, unless it serves another program', async () => {
  const said: (string | undefined)[] = []
  const server = createServer(({ headers }, response) => {
    said.push(headers['user-agent'])
    response.end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const access = {
    url: `http://127.0.0.1:${port}`,
    projectHeader: 'Sonde-Project-Id',
    defaultQuery: {},
    token: async () => null,
  }
  await openHttpCall(access)('project.list', {}, { projectId: null })
  await openHttpCall({ ...access, program: 'MCP: sonde mcp' })('project.list', {}, { projectId: null })
  server.close()
  expect(said).toEqual([`sonde/${VERSION}`, 'MCP: sonde mcp'])
})
