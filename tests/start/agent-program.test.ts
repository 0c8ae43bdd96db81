import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openPrograms } from '../support/built-programs.ts'
import { eventually } from '../support/eventually.ts'
import { familyOf } from '../support/family.ts'
import { type Installation, openInstallation } from '../support/installation.ts'
import { type Loopback, listenOnLoopback } from '../support/loopback.ts'
import { isAlive } from '../support/postgres-process.ts'
import { temporaryFolder } from '../support/temporary.ts'

let installation: Installation
let target: Loopback
/** Calls of /slow, which wait for an answer. */
const slow: ServerResponse[] = []

beforeAll(async () => {
  target = await listenOnLoopback((request, response) => {
    if (request.url === '/slow') slow.push(response)
    else if (request.url === '/xml')
      response.writeHead(200, { 'content-type': 'application/xml' }).end('<a><b>7</b></a>')
    else response.writeHead(200, { 'content-type': 'application/json' }).end('{"items":[{"id":"a7"}]}')
  })
  installation = await openInstallation(await openPrograms(), { SONDE_ALLOW_PRIVATE: `127.0.0.1:${target.port}` })
})
afterAll(async () => {
  target.close()
  await installation.close()
})

type Downloaded = { readonly folder: string; start(...options: string[]): ChildProcess }

/** Downloads the program into an empty folder, as an operator does. */
const download = async (): Promise<Downloaded> => {
  const folder = temporaryFolder()
  const answer = await fetch(`${installation.api.base}/agent.mjs`)
  expect(answer.headers.get('content-type')).toMatch(/^text\/javascript/)
  writeFileSync(join(folder, 'agent.mjs'), Buffer.from(await answer.arrayBuffer()))
  return {
    folder,
    start: (...options) => {
      const child = spawn(process.execPath, ['agent.mjs', ...options], {
        cwd: folder,
        env: { PATH: process.env.PATH },
        stdio: 'ignore',
      })
      onTestFinished(() => void child.kill('SIGKILL'))
      return child
    },
  }
}

const joinOptions = (name: string): string[] => [
  ...['--url', installation.api.base, '--token', installation.joinToken, '--name', name],
  ...['--country', 'de', '--city', 'Berlin', '--probe', 'off', '--allow-private', `127.0.0.1:${target.port}`],
]

const monitor = async (path: string, conditions: readonly object[] = []): Promise<string> => {
  const { id } = await installation.api.post<{ id: string }>('/api/2/calls/', {
    meta: { name: path },
    request: { method: 'GET', url: `${target.url}${path}` },
  })
  await installation.api.post(`/api/2/calls/${id}/conditions/`, { meta: {}, conditions })
  return id
}

const run = (monitorId: string, locationId: string): Promise<string> =>
  eventually(async () => {
    const answer = await installation.api.call('POST', `/api/3/monitors/${monitorId}/run`, { location_id: locationId })
    return answer.status === 200 && (answer.body as { result_id: string }).result_id
  })

const outcome = (resultId: string) =>
  eventually(async () => {
    const result = await installation.api
      .get<{ result_category: string; conditions: { verdict: boolean | null }[] }>(
        `/api/2/results/${resultId}/?mode=full`,
      )
      .catch(() => null)
    return result !== null && result.result_category !== 'QUEUED' && result
  })

const end = async (child: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

test('the program that the server hands out matches its checksum, and is cached by it', async () => {
  const { folder } = await download()
  const bytes = readFileSync(join(folder, 'agent.mjs'))
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const { base } = installation.api
  expect(await (await fetch(`${base}/agent.mjs.sha256`)).text()).toBe(`${sha256}  agent.mjs\n`)
  expect(await installation.api.get('/api/3/agents/program')).toMatchObject({
    program: { path: '/agent.mjs', sha256, bytes: bytes.length },
  })
  const etag = (await fetch(`${base}/agent.mjs`)).headers.get('etag') ?? ''
  expect((await fetch(`${base}/agent.mjs`, { headers: { 'if-none-match': etag } })).status).toBe(304)
})

test('alone in a folder, it joins and makes calls with conditions of every engine', async () => {
  const { start } = await download()
  start(...joinOptions('berlin'))
  const json = await monitor('/json', [
    { source: 'json', property: '$.items[0].id', condition: 'eq', val: 'a7' },
    { source: 'regex', property: '"id":"(.*?)"', condition: 'eq', val: 'a7' },
    { source: 'json', property: '$.items[0]', condition: 'schema', val: '{"required":["id"]}' },
    { source: 'json', property: '$.items[0].id', condition: 'matches', val: '^a\\d$' },
  ])
  const xml = await monitor('/xml', [{ source: 'xml', property: '/a/b', condition: 'eq', val: '7' }])
  const results = [await run(json, 'berlin'), await run(xml, 'berlin')]
  for (const id of results) expect(await outcome(id)).toMatchObject({ result_category: 'PASS' })
  const { agent_list } = await installation.api.get<{ agent_list: { id: string; agent: object }[] }>(
    '/api/2/agents/info',
  )
  expect(agent_list.find(({ id }) => id === 'berlin')?.agent).toMatchObject({ country: 'DE', continent: 'EU' })
})

test('name lookups of a program started by hand have threads of their own; its end and its signals are the agent’s', async () => {
  const { start } = await download()
  const child = start(...joinOptions('threads'))
  const agent = await eventually(async () => familyOf(child.pid ?? 0).find((pid) => pid !== child.pid))
  await eventually(async () => readFileSync(`/proc/${agent}/environ`, 'utf8').includes('UV_THREADPOOL_SIZE=32'))
  await end(child, 'SIGTERM')
  expect(isAlive(agent)).toBe(false)
  const other = start(...joinOptions('threads'))
  const orphan = await eventually(async () => familyOf(other.pid ?? 0).find((pid) => pid !== other.pid))
  await eventually(async () => readFileSync(`/proc/${orphan}/environ`, 'utf8').includes('UV_THREADPOOL_SIZE=32'))
  await end(other, 'SIGKILL')
  await eventually(async () => !isAlive(orphan), { what: 'the end of the agent' })
})

test('a result that could not be delivered outlives the agent’s process', async () => {
  const { folder, start } = await download()
  const first = start(...joinOptions('spooled'))
  const id = await monitor('/slow')
  const resultId = await run(id, 'spooled')
  const waiting = await eventually(async () => slow.pop())
  await installation.kill()
  waiting.end('late')
  const spool = join(folder, '.sonde-agent/spool')
  await eventually(async () => readdirSync(spool).some((name) => readFileSync(join(spool, name)).length > 0))
  await end(first, 'SIGKILL')
  await installation.start()
  start(...joinOptions('spooled'))
  expect(await outcome(resultId)).toMatchObject({ result_category: 'PASS' })
})

test.each([
  [['--frequency', '5'], 78],
  [['--help'], 0],
  [['--url', 'https://sonde.example.com', '--country', 'Germany'], 78],
])('the options %j end the program with %i', async (options, code) => {
  const { start } = await download()
  const [ended] = await once(start(...options), 'exit')
  expect(ended).toBe(code)
})
