import { expect, test } from 'vitest'
import { headlessCommandById } from '../../src/commands/headless/book.ts'
import { openHeadless } from '../../src/commands/headless/headless.ts'
import type { HeadlessCall } from '../../src/commands/headless/headless-world.ts'
import { refusalBefore, rehearse } from '../../src/mcp/refused-before.ts'

const IDS = Array.from({ length: 60 }, (_, at) => `${at}`.padStart(22, 'm'))
const monitorOf = (id: string) => ({
  id,
  type: 'api',
  meta: { name: id, domain: 'a.example', tags: [], workspace: 'global' },
  request: { method: 'GET', url: 'https://a.example/' },
})

/** Tries a command for sixty monitors; what is known against it, and what was called. */
const tried = async (id: string, args: object) => {
  const calls: string[] = []
  const call: HeadlessCall = async (operation, input) => {
    calls.push(operation)
    const { params } = input as { params?: { id: string } }
    if (operation === 'project.list')
      return {
        meta: { account_id: 'a', current_project_id: 'p', invites: [], permissions: [] },
        projects: [{ access_level: 'OWNER', project: { id: 'p', name: 'Shop' }, organization: null }],
        organizations: [],
      }
    return params ? monitorOf(params.id) : { meta: { more: false, next_cursor: null }, data: IDS.map(monitorOf) }
  }
  const command = headlessCommandById(id)
  if (!command) throw new Error(`There is no command ${id}.`)
  const open = (given: HeadlessCall) =>
    openHeadless({ call: given, project: null, now: () => 0, newId: () => 'x', pause: async () => {} })
  const refusal = await refusalBefore(command, await rehearse(command, { monitor: IDS, ...args }, { call, open }), 0)
  return { refusal, calls }
}

test('of many objects, a few are tried before the question, and nothing is written', async () => {
  const { refusal, calls } = await tried('monitor.tag', { tags: ['shop'] })
  expect(refusal).toBe(null)
  expect(calls.filter((each) => each === 'monitor.read').length).toBeLessThanOrEqual(10)
  expect(calls).not.toContain('monitor.update')
})

test('a value that is wrong for all is refused once', async () => {
  const { refusal } = await tried('monitor.update', { url: 'ftp://a.example/' })
  expect(refusal).toMatch(/url must/)
  expect(refusal?.match(/url must/g)).toHaveLength(1)
})

test.each([
  ['monitor.create', { name: 'One', url: 'ftp://a.example/' }, /^url must/],
  ['monitor.update', { monitor: IDS[0], url: 'ftp://a.example/' }, /^url must/],
  ['downtime.create', { start_time: 'soon', end_time: '2030-01-01T00:00:00Z' }, /^start_time must/],
] as const)('a refusal names the argument, not the field of the API: %s %j', async (id, args, words) => {
  const command = headlessCommandById(id)
  const { refusal } = await tried(id, command && 'monitor' in command.args ? args : { ...args, monitor: undefined })
  expect(refusal).toMatch(words)
})
