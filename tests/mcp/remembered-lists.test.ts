import { expect, test } from 'vitest'
import type { HeadlessCall } from '../../src/commands/headless/headless-world.ts'
import { rememberLists } from '../../src/mcp/remembered-lists.ts'

test('a list is read once for two readings, and everything else as often as it is asked for', async () => {
  const calls: string[] = []
  const call: HeadlessCall = async (operation, input) => {
    calls.push(`${operation} ${JSON.stringify(input)}`)
    return calls.length
  }
  const { hearing, recalling } = rememberLists(call)
  const at = { projectId: 'p' }
  const first = await hearing('monitor.list', { query: { limit: 100 } }, at)
  expect(await recalling('monitor.list', { query: { limit: 100 } }, at)).toBe(first)
  expect(calls).toHaveLength(1)
  // The one that keeps never answers from what it kept: what follows a run asks again and again.
  await hearing('monitor.list', { query: { limit: 100 } }, at)
  await recalling('monitor.list', { query: { limit: 100, cursor: 'x' } }, at)
  await recalling('monitor.list', { query: { limit: 100 } }, { projectId: 'q' })
  await hearing('monitor.read', { params: { id: 'm' } }, at)
  await recalling('monitor.read', { params: { id: 'm' } }, at)
  expect(calls).toHaveLength(6)
})
