import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { EXIT_CODES } from '../../../src/cli/exit-codes.ts'
import { temporaryFolder } from '../../support/temporary.ts'
import { EMPTY_PROJECT, openTestServer } from './test-server.ts'
import { openTestTerminal } from './test-terminal.ts'

const checkout = {
  id: 'checkout',
  type: 'api',
  meta: { name: 'Checkout', domain: 'a.example', tags: [], workspace: 'global' },
  request: { method: 'GET', url: 'https://a.example/' },
}

test('Ctrl-C in a run that is waited for says that it continues, with its id', async () => {
  const interruption = new AbortController()
  const url = await openTestServer(({ method, url: asked }) => {
    if (method !== 'GET') return [201, { result_id: 'result-1', location_id: 'local' }]
    if (!asked.includes('result-1')) return [200, { ...EMPTY_PROJECT, data: [checkout] }]
    interruption.abort()
    return [200, { result_category: 'QUEUED' }]
  })
  const junit = join(temporaryFolder(), 'report.xml')
  const sonde = openTestTerminal({ env: { SONDE_URL: url, SONDE_API_KEY: 'key' }, interrupted: interruption.signal })
  const { code, out } = await sonde('run', 'monitor', 'checkout', '--wait', '--junit', junit)
  expect(code).toBe(EXIT_CODES.interrupted.code)
  expect(out).toMatch(/Checkout {2}from local {2}result-1 {2}.*It continues\.\n$/)
  expect(readFileSync(junit, 'utf8')).toContain('errors="1"')
})
