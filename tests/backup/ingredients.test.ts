import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { backup, emptyDatabase, restore, sumsOf } from './commands.ts'

/** Beyond what is kept with a result, so that it follows in pieces. */
const LONG_BODY = 'ab'.repeat(200_000)
const seen: { headers: IncomingHttpHeaders; body: string }[] = []
const target = createServer((request, response) => {
  let body = ''
  request.on('data', (piece) => {
    body += piece
  })
  request.on('end', () => {
    seen.push({ headers: request.headers, body })
    response.end(LONG_BODY)
  })
})
let origin = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => {
    target.listen(0, '127.0.0.1', resolve)
  })
  // A server that listens on TCP has an address of this form.
  origin = `http://127.0.0.1:${(target.address() as AddressInfo).port}`
})
afterAll(() => target.close())

const start = (env: Record<string, string> = {}) =>
  startServer({ agent: true, env: { SONDE_ALLOW_PRIVATE: '127.0.0.1', ...env } })

/** Runs the monitor, and gives its result's id once its long body is there. */
const run = async ({ api }: TestServer, monitorId: string): Promise<string> => {
  const { result_id } = await api.post<{ result_id: string }>(`/api/3/monitors/${monitorId}/run`, {
    location_id: 'local',
  })
  await eventually(async () => (await contentOf(api, result_id)) === LONG_BODY, { what: 'the long body' })
  return result_id
}
const contentOf = async (api: TestServer['api'], resultId: string) =>
  (await api.call('GET', `/api/2/results/${resultId}/content`)).body

/** What the target must receive: a secret variable, credentials and a file. */
const expectSent = () =>
  expect(seen.at(-1)).toMatchObject({
    headers: { 'x-team': 'CANARY-team', authorization: `Basic ${btoa('ada:CANARY-pass')}` },
    body: '{"items":[1]}',
  })

test('a restored installation still has long bodies, and calls with its variables, credentials and files', async () => {
  const here = await start()
  const { api } = here
  await api.post('/api/2/environment/global/TEAM', { value: 'CANARY-team', secret: true, origins: [origin] })
  const file = await api.post<{ id: string }>('/api/3/files/', { name: 'order.json', text: '{"items":[1]}' })
  const auth = await api.post<{ id: string }>('/api/2/auth/', {
    meta: { name: 'Service' },
    settings: { auth_type: 'BASIC', allowed_origins: [origin] },
  })
  const token = await api.post<{ id: string }>('/api/2/tokens/', {
    meta: { name: 'One', auth_id: auth.id },
    token: { username: 'ada', password: 'CANARY-pass' },
  })
  const monitor = await api.post<{ id: string }>('/api/2/calls/', {
    meta: { name: 'Orders' },
    request: {
      method: 'POST',
      url: `${origin}/`,
      headers: [{ key: 'X-Team', value: '%%TEAM%%' }],
      file_id: file.id,
      auth_id: auth.id,
      token_id: token.id,
    },
  })
  const result = await run(here, monitor.id)
  expectSent()
  await here.server.stop()
  const folder = join(here.dataDir, 'backup')
  await backup({ DATABASE_URL: here.databaseUrl, SONDE_DATA_DIR: here.dataDir }, [folder, '--with-key'])
  const there = await emptyDatabase()
  const dataDir = join(here.dataDir, 'restored')
  await restore({ DATABASE_URL: there.url, SONDE_DATA_DIR: dataDir }, [folder])
  const sums = await sumsOf(here.databaseUrl)
  expect(Object.keys(sums)).toEqual(expect.arrayContaining(['variable', 'file_content', 'file_piece']))
  expect(Object.keys(sums).filter((name) => /^result_body_\d{8}$/.test(name))).toHaveLength(1)
  expect(await sumsOf(there.url)).toEqual(sums)

  const restored = await start({ DATABASE_URL: there.url, SONDE_DATA_DIR: dataDir })
  seen.length = 0
  expect(await contentOf(restored.api, result)).toBe(LONG_BODY)
  await run(restored, monitor.id)
  expectSent()
  await restored.stop()
  await there.drop()
  await here.stop()
})
