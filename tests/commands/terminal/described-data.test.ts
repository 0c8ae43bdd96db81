import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { EXIT_CODES } from '../../../src/cli/exit-codes.ts'
import { EMPTY_PROJECT, openTestServer } from './test-server.ts'
import { openTestTerminal } from './test-terminal.ts'

const ID = 'checkout'.padEnd(22, 'x')
const monitor = {
  id: ID,
  type: 'api',
  meta: { name: 'Checkout', domain: 'a.example', tags: [], workspace: 'global' },
  request: { method: 'GET', url: 'https://a.example/' },
}

const results = [{ id: 'r', result_category: 'PASS' }]

/** A project with one monitor, which has one result. */
const openSonde = async () => {
  const url = await openTestServer(({ url: path }) => {
    const isOne = new RegExp(`/(calls|monitors)/${ID}$`).test(path.split('?')[0] ?? '')
    if (isOne) return [200, monitor]
    if (/results/.test(path)) return [200, { ...EMPTY_PROJECT, data: results }]
    return [200, { ...EMPTY_PROJECT, data: /\/(calls|monitors)/.test(path) ? [monitor] : [] }]
  })
  return openTestTerminal({ env: { SONDE_URL: url, SONDE_API_KEY: 'key' } })
}

test.each([
  ['-o json', JSON.parse],
  ['--json', JSON.parse],
  ['-o yaml', parse],
] as const)('an object is described as data with %s', async (flags, read) => {
  const { code, out, err } = await (await openSonde())('describe', 'monitor', ID, ...flags.split(' '))
  expect([code, err]).toEqual([0, ''])
  const told = (read as (text: string) => { object: unknown; lists: Record<string, unknown> })(out)
  expect(told.object).toEqual(monitor)
  expect(told.lists.results).toEqual(results)
  expect(told.lists.incidents).toEqual([])
})

test('a format that has no place for both is refused with those that have', async () => {
  const { code, err } = await (await openSonde())('describe', 'monitor', ID, '-o', 'name')
  expect([code, err]).toEqual([EXIT_CODES.usage.code, expect.stringContaining('-o takes table, json, yaml here')])
})
