import { expect, test } from 'vitest'
import { EXIT_CODES } from '../../../src/cli/exit-codes.ts'
import { EMPTY_PROJECT, openTestServer } from './test-server.ts'
import { openTestTerminal } from './test-terminal.ts'

const conditions = [
  { source: 'http_code', condition: 'eq', val: '200' },
  { source: 'http_code', condition: 'ne', val: '204' },
  { source: 'latency', condition: 'lt', val: '900' },
  { source: 'size', condition: 'between', val: '1', val2: '9', name: 'Small' },
]

/** Removes a condition of a project with these, and answers what is left of its group. */
const removed = async (named: string) => {
  const bodies: string[] = []
  const url = await openTestServer(({ method, url: path, text }) => {
    if (method !== 'GET') bodies.push(text)
    const meta = { break_on_fail: false, versions: {} }
    return [200, path.startsWith('/api/2/conditions') ? { meta, conditions } : EMPTY_PROJECT]
  })
  const sonde = openTestTerminal({ env: { SONDE_URL: url, SONDE_API_KEY: 'key' } })
  const { code, err } = await sonde('remove', 'project-condition', named, '--yes')
  return { code, err, written: bodies.map((body) => JSON.parse(body)) }
}

test.each([
  ['1', 'status', [conditions[1]]],
  ['does not equal 204', 'status', [conditions[0]]],
  ['Equals 200', 'status', [conditions[1]]],
  ['3', 'timing', []],
  ['small', 'size', []],
])('the condition “%s” is removed, and those of other groups stay untouched', async (named, group, left) => {
  const { code, written } = await removed(named)
  expect([code, written]).toEqual([0, [{ meta: { groups: [group], versions: {} }, conditions: left }]])
})

test.each([
  ['status', 'Name one by its number: 1 (status code equals 200), 2 (status code does not equal 204).'],
  // A letter, or a part of a word, that only one of them happens to have names none.
  ['equa', 'No condition is “equa”. There are 1 (status code equals 200), '],
  ['q', 'No condition is “q”. There are 1 (status code equals 200), '],
  ['9', '4 (Small).'],
  ['header', 'No condition is “header”. There are 1 (status code equals 200), '],
])('“%s” is refused with the numbers of what may be meant', async (named, sentence) => {
  const { code, err, written } = await removed(named)
  expect([code, written]).toEqual([EXIT_CODES.usage.code, []])
  expect(err).toContain(sentence)
})
