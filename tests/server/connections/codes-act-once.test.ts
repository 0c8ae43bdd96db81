import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Api } from '../../support/api.ts'
import { signIn } from '../../support/person.ts'
import { ADMIN_PASSWORD, startServer, type TestServer } from '../../support/server.ts'
import { connect, useTool } from './connecting.ts'

let running: TestServer
let url: string
let ada: Api
let token: string
let projectId: string
beforeAll(async () => {
  running = await startServer()
  url = running.server.url
  ada = (await signIn(running.server, 'ada@example.com', ADMIN_PASSWORD)).api()
  const { projects } = await running.api.get<{ projects: { project: { id: string } }[] }>('/api/2/account/projects')
  projectId = projects[0]?.project.id ?? ''
  const connection = await connect(url, ada, { writes: true, project_id: projectId })
  token = connection.access
  for (const name of ['Checkout', 'Basket'])
    await running.api.post('/api/2/calls/', { meta: { name }, request: { method: 'GET', url: 'https://example.com/' } })
})
afterAll(() => running.stop())

type Given = Readonly<Record<string, unknown>>

const call = async (name: string, given: Given) => {
  const answer = await useTool(url, token, name, given)
  const { needs_confirmation: needed } = (answer.structuredContent ?? {}) as { needs_confirmation?: { code: string } }
  return {
    isDone: answer.isError !== true,
    text: answer.content.map(({ text }) => text).join('\n'),
    code: needed?.code ?? null,
  }
}

const codeFor = async (name: string, given: Given): Promise<string> => {
  const { code, text } = await call(name, given)
  if (code === null) throw new Error(`${name} did not ask: ${text}`)
  return code
}

/** Confirms a call; the code that did it. */
const confirmed = async (name: string, given: Given): Promise<string> => {
  const confirm = await codeFor(name, given)
  const done = await call(name, { ...given, confirm })
  if (!done.isDone) throw new Error(done.text)
  return confirm
}

const idOf = async (name: string): Promise<string> => {
  const { data } = await running.api.get<{ data: { id: string; meta: { name: string } }[] }>('/api/3/monitors/')
  return data.find(({ meta }) => meta.name === name)?.id ?? ''
}

const valueNow = async (name: string) =>
  (await running.api.call('GET', `/api/2/environment/global/${name}`)).body as {
    workspace_variable?: { value: string }
  }
const page = () => running.api.get<{ published: boolean; title: string }>('/api/3/project/status-page/')
const manualRuns = async () => {
  const { settings } = await running.api.get<{ settings: { alert_on_manual_runs: boolean } }>(
    `/api/2/projects/${projectId}`,
  )
  return settings.alert_on_manual_runs
}
const dependsOn = async () =>
  (await running.api.get<{ depends_on: object[] }>(`/api/3/dependencies/${await idOf('Checkout')}`)).depends_on.length

test('a code for the status page is refused after somebody else changed its title or its components', async () => {
  const given = {}
  const confirm = await codeFor('status-page_publish', given)
  const { url: _, subscribers: __, last_update: ___, ...now } = (await page()) as never as Record<string, unknown>
  await running.api.post('/api/3/project/status-page/', { ...now, title: 'Another title' })
  const refused = await call('status-page_publish', { ...given, confirm })
  expect([refused.isDone, refused.text]).toEqual([false, expect.stringMatching(/what it touches has changed/)])
  expect((await page()).published).toBe(false)
})

describe('a code that has acted acts no more after the opposite was done', () => {
  test.each([
    [
      'dependency_add',
      { monitor: 'Checkout', on: 'Basket' },
      'dependency_remove',
      { monitor: 'Checkout', on: 'Basket' },
      dependsOn,
    ],
    ['status-page_publish', {}, 'status-page_close', {}, async () => (await page()).published],
    ['project_alert-on-manual-runs', { on: true }, 'project_alert-on-manual-runs', { on: false }, manualRuns],
    [
      'variable_set',
      { workspace: 'global', name: 'KEYA', value: 'a', secret: false },
      'variable_set',
      { workspace: 'global', name: 'KEYA', value: 'b', secret: false },
      async () => (await valueNow('KEYA')).workspace_variable?.value,
    ],
  ])('%s', async (name, given, opposite, back, stateNow) => {
    const confirm = await confirmed(name, given)
    await confirmed(opposite, back)
    const after = await stateNow()
    const again = await call(name, { ...given, confirm })
    expect(again.text).toMatch(/^This code has acted once, and acts no more: nothing was done now\. Its call answered:/)
    expect(await stateNow()).toEqual(after)
    // Another code may do it again.
    expect(await confirmed(name, given)).not.toBe(confirm)
    expect(await stateNow()).not.toEqual(after)
  })
})

test('of two calls with one code at once, one acts, and the other gets no second act', async () => {
  const given = { workspace: 'global', name: 'KEYB', value: 'a', secret: false }
  const confirm = await codeFor('variable_set', given)
  const both = await Promise.all([1, 2].map(() => call('variable_set', { ...given, confirm })))
  // The other may come while the first acts, after it, or after what it changed.
  expect(both.filter(({ isDone, text }) => isDone && !/acts no more/.test(text))).toHaveLength(1)
})

test('a code for a variable is refused after somebody else set it meanwhile', async () => {
  const given = { workspace: 'global', name: 'KEYX', value: 'mine', secret: false }
  const confirm = await codeFor('variable_set', given)
  await running.api.post('/api/2/environment/global/KEYX', { value: 'theirs', secret: false })
  const refused = await call('variable_set', { ...given, confirm })
  expect([refused.isDone, refused.text]).toEqual([false, expect.stringMatching(/what it touches has changed/)])
  expect((await valueNow('KEYX')).workspace_variable?.value).toBe('theirs')
})
