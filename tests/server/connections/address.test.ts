import { afterAll, beforeAll, expect, test } from 'vitest'
import { slugOf } from '../../../src/commands/core/naming.ts'
import type { Api } from '../../support/api.ts'
import { signIn } from '../../support/person.ts'
import { ADMIN_KEY, ADMIN_PASSWORD, startServer, type TestServer } from '../../support/server.ts'
import { connect, rpc } from './connecting.ts'

let running: TestServer
let ada: Api
let url: string
let own: { id: string; name: string }
let other: { id: string; name: string }
beforeAll(async () => {
  running = await startServer()
  url = running.server.url
  ada = (await signIn(running.server, 'ada@example.com', ADMIN_PASSWORD)).api()
  const { projects } = await running.api.get<{ projects: { project: typeof own }[] }>('/api/2/account/projects')
  own = projects[0]?.project ?? { id: '', name: '' }
  other = await ada.post<typeof own>('/api/2/account/projects', { name: 'Other one' })
})
afterAll(() => running.stop())

const make = { name: 'monitor_create', arguments: { name: 'Misled', url: 'https://example.com/' } }

const asked = async (token: string, query: Record<string, string>, method = 'tools/call', params: object = make) => {
  const { status, body } = await rpc(url, token, method, params, {}, `?${new URLSearchParams(query)}`)
  return { status, text: JSON.stringify(body) }
}

const monitorsOfOwn = async () => JSON.stringify(await running.api.get('/api/3/monitors/'))

test('a key writes to its own project alone, whichever the address names', async () => {
  for (const project of [other.id, other.name, 'nosuch', `${own.id}x`]) {
    const { status, text } = await asked(ADMIN_KEY, { project, write: 'true' })
    expect([project, status, text]).toEqual([
      project,
      403,
      expect.stringContaining(`It may enter \\"${own.name}\\" (${own.id})`),
    ])
    expect(text).toContain('leave project out')
  }
  expect(await monitorsOfOwn()).not.toContain('Misled')
  for (const project of [own.id, own.name])
    expect((await asked(ADMIN_KEY, { project }, 'tools/list', {})).status).toBe(200)
})

test('a connection enters the project that its address names, or none', async () => {
  const all = await connect(url, ada, { project_id: null, writes: true })
  for (const method of ['tools/list', 'resources/list', 'initialize']) {
    const { status, text } = await asked(all.access, { project: 'Othr one' }, method, {})
    expect([method, status, text]).toEqual([
      method,
      403,
      expect.stringContaining(`It may enter \\"Other one\\" (${other.id})`),
    ])
  }
  expect((await asked(all.access, { project: 'Other one' })).text).not.toContain('isError')
  const one = await connect(url, ada, { project_id: own.id, writes: true })
  expect((await asked(one.access, { project: other.id })).status).toBe(403)
  expect((await asked(one.access, { project: own.id }, 'tools/list', {})).status).toBe(200)
  expect(await monitorsOfOwn()).not.toContain('Misled')
})

test('an address with anything unknown is refused before a tool is used', async () => {
  const wrong = { wirte: 'true', write: 'yes', tools: 'monitr', project: '' }
  for (const [name, value] of Object.entries(wrong)) {
    const { status, text } = await asked(ADMIN_KEY, { write: 'true', [name]: value })
    expect([status, text]).toEqual([400, expect.stringContaining(name)])
  }
  expect(await monitorsOfOwn()).not.toContain('Misled')
})

test('a connection to one project may name it by its id, its name or its slug, and no other', async () => {
  const one = await connect(url, ada, { project_id: own.id })
  for (const token of [ADMIN_KEY, one.access]) {
    const use = async (project: string) => {
      const list = { name: 'list_monitor', arguments: { project } }
      const called = await asked(token, {}, 'tools/call', list)
      const through = await asked(token, {}, 'tools/call', {
        name: 'use_tool',
        arguments: { tool: list.name, arguments: list.arguments },
      })
      const read = await asked(token, {}, 'resources/read', {
        uri: `sonde://project/${encodeURIComponent(project)}/monitors`,
      })
      return [called.text.includes('isError'), through.text.includes('isError'), read.text.includes('error')]
    }
    for (const project of [own.id, own.name, slugOf(own.name)])
      expect([project, await use(project)]).toEqual([project, [false, false, false]])
    for (const project of [other.id, other.name, 'nosuch', ' '])
      expect([project, await use(project)]).toEqual([project, [true, true, true]])
  }
})
