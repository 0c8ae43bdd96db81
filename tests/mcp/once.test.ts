import { expect, test } from 'vitest'
import { onceBy } from '../../src/mcp/once.ts'

test('the calls of an act have the repeat keys of its code, so that the same code creates nothing twice', async () => {
  const keys: (string | undefined)[] = []
  let code: string | null = null
  const call = onceBy(
    async (_, __, { repeatKey }) => void keys.push(repeatKey),
    () => code,
  )
  const create = (name: string) => call('schedule.create', { body: { name } }, { projectId: 'p' })
  await create('A')
  code = 'K7Q2M9'
  await create('A')
  await create('B')
  await create('A')
  code = 'Z1Z1Z1'
  await create('A')
  const [without, first, other, again, anew] = keys
  expect(without).toBe(undefined)
  expect(again).toBe(first)
  expect(new Set([first, other, anew]).size).toBe(3)
  expect(first).toMatch(/^[\w-]{43}$/)
})
