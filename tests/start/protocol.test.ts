import { Client, type ClientOptions } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPrograms } from '../support/built-programs.ts'
import { ADMIN_KEY, startServer, type TestServer } from '../support/server.ts'
import { temporaryFolder } from '../support/temporary.ts'

let running: TestServer
let program: string
beforeAll(async () => {
  program = (await openPrograms()).cli
  running = await startServer({ terminalFile: program })
  await running.api.post('/api/2/calls/', { meta: { name: 'Checkout' }, request: { url: 'https://example.com/' } })
})
afterAll(() => running.stop())

/** The published client, with `sonde mcp` as a process of its own. */
const connected = async (words: readonly string[], key = ADMIN_KEY, options: ClientOptions = {}) => {
  const client = new Client({ name: 'test', version: '1' }, options)
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, 'mcp', ...words],
    env: { SONDE_URL: running.server.url, SONDE_API_KEY: key, HOME: temporaryFolder() },
    stderr: 'ignore',
  })
  await client.connect(transport)
  return client
}

test('the published client lists and uses tools of a terminal, which only read', async () => {
  const client = await connected([])
  const { tools } = await client.listTools()
  expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true)
  const listed = await client.callTool({ name: 'list_monitor', arguments: {} })
  expect(JSON.stringify(listed.content)).toMatch(/1 row.*Checkout/s)
  await expect(client.callTool({ name: 'monitor_remove', arguments: { monitor: 'Checkout' } })).rejects.toThrow(
    /changes things, and this connection only reads/,
  )
  await client.close()
})

test('a project that there is not, and tools about nothing, keep it from starting', async () => {
  for (const words of [
    ['--project', 'nosuch'],
    ['--tools', 'monitr'],
  ])
    await expect(connected(words)).rejects.toThrow(/closed/i)
  const { projects } = await running.api.get<{ projects: { project: { name: string } }[] }>('/api/2/account/projects')
  const client = await connected(['--project', projects[0]?.project.name ?? ''])
  expect((await client.listTools()).tools.length).toBeGreaterThan(20)
  await client.close()
})

test('with --write, tools change things under the name of the key', async () => {
  const client = await connected(['--write', '--tools', 'monitor'])
  const names = (await client.listTools()).tools.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['monitor_create', 'monitor_tag', 'find_tools', 'use_tool']))
  expect(names).not.toContain('list_webhook')
  const made = await client.callTool({
    name: 'monitor_create',
    arguments: { name: 'Made by a tool', url: 'https://example.com/' },
  })
  expect(made.isError, JSON.stringify(made.content)).toBeUndefined()
  const log = await running.api.get<{ results: object[] }>('/api/2/audits/?action=monitor.create')
  expect(log.results[0]).toMatchObject({ actor: { kind: 'api_key' }, user_agent: 'MCP: sonde mcp' })
  await client.close()
})

test('a client of either protocol version asks its person before a tool deletes', async () => {
  for (const versionNegotiation of [{ mode: 'legacy' }, { mode: 'auto' }] as const) {
    const { id } = await running.api.post<{ id: string }>('/api/2/calls/', {
      meta: { name: 'Asked about' },
      request: { url: 'https://example.com/' },
    })
    const client = await connected(['--write'], ADMIN_KEY, {
      capabilities: { elicitation: { form: {} } },
      versionNegotiation,
    })
    const answers = [{ action: 'decline' as const }, { action: 'accept' as const, content: { agree: true } }]
    client.setRequestHandler('elicitation/create', async () => answers.shift() ?? { action: 'cancel' })
    const remove = () => client.callTool({ name: 'monitor_remove', arguments: { monitor: id } })
    expect(JSON.stringify(await remove())).toContain('The person did not agree')
    expect((await running.api.call('GET', `/api/3/monitors/${id}`)).status).toBe(200)
    expect((await remove()).isError).toBeUndefined()
    expect((await running.api.call('GET', `/api/3/monitors/${id}`)).status).toBe(404)
    await client.close()
  }
})

test('a client that cannot ask its person passes a code on, and reads resources', async () => {
  const client = await connected(['--write'])
  await running.api.post('/api/2/calls/', { meta: { name: 'By code' }, request: { url: 'https://example.com/' } })
  const remove = async (given: object = {}) =>
    client.callTool({ name: 'monitor_remove', arguments: { monitor: 'By code', ...given } })
  // What a question holds is looked at here.
  const { needs_confirmation: needed } = (await remove()).structuredContent as { needs_confirmation: { code: string } }
  expect((await remove({ confirm: needed.code })).isError).toBeUndefined()
  const { resources } = await client.listResources()
  const monitors = resources.find(({ uri }) => uri.endsWith('/monitors'))
  const { contents } = await client.readResource({ uri: monitors?.uri ?? '' })
  expect(JSON.stringify(contents)).toContain('Checkout')
  await client.close()
})

test('a key that is refused is said in the answer', async () => {
  const client = await connected([], 'NoSuchKey-0123456789-abcdefghijk')
  const refused = await client.callTool({ name: 'list_monitor', arguments: {} })
  expect([refused.isError, JSON.stringify(refused.content)]).toEqual([
    true,
    expect.stringMatching(/SONDE_API_KEY: it is wrong, revoked or expired/),
  ])
  await client.close()
})
