import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { joinAgent } from '../../support/agent.ts'
import { ADMIN_KEY, startServer, type TestServer } from '../../support/server.ts'
import { home } from '../../support/sources.ts'

const page = readFileSync(join(home, 'docs/automation.md'), 'utf8')
const examples = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, code = '']) => code)

let running: TestServer
beforeAll(async () => {
  running = await startServer()
  await joinAgent(running.api, running.server.joinToken)
})
afterAll(() => running.stop())

const ids: Record<string, string> = {}

test('every example is a call of curl', () => {
  expect(examples.length).toBeGreaterThan(10)
  expect(examples.filter((code) => !/^curl -fsS /m.test(code))).toEqual([])
})

test.each(examples)('%s', async (code) => {
  const env = { PATH: process.env.PATH, SONDE: running.server.url, KEY: ADMIN_KEY, ...ids }
  const { stdout } = await promisify(execFile)('sh', ['-euc', code], { env })
  const answer: unknown = stdout === '' ? null : JSON.parse(stdout)
  const [, name] = /its id is (\w+)/.exec(code) ?? []
  if (name) ids[name] = String(Object(answer).id)
  if (code.includes('-X DELETE')) expect(answer).toBeNull()
  else expect(answer).toBeTruthy()
})
