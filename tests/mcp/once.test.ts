import { expect, test } from 'vitest'
import { CommandRefused } from '../../src/commands/core/perform.ts'
import { refusedWith } from '../../src/mcp/answer.ts'
import { actOnce, onceBy } from '../../src/mcp/once.ts'
import { answerOfUse, openSpentCodes, withoutAnswer } from '../../src/mcp/spent-codes.ts'

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

const use = { code: 'K7Q2M9', request: 'r' }
const away = () => Promise.reject(new Error('The database is away.'))

test('an act that is done answers so, also where its answer cannot be stored', async () => {
  const answer = refusedWith('Done.')
  const acted = actOnce(
    { ...use, spent: { ...openSpentCodes(), settle: away } },
    async () => answer,
    () => answer,
  )
  expect(await acted).toBe(answer)
})

test('an act that failed says why, also where that cannot be stored', async () => {
  const failed = new CommandRefused('There is no such monitor.')
  const spent = { ...openSpentCodes(), settle: away, release: away }
  const answer = refusedWith('')
  await expect(
    actOnce(
      { ...use, spent },
      () => Promise.reject(failed),
      () => answer,
    ),
  ).rejects.toBe(failed)
})

test('a use whose answer never came is not called under way for ever', () => {
  expect(withoutAnswer(0, 60_000)).toBe('running')
  expect(withoutAnswer(0, 600_000)).toBe('lost')
  const { isError, content } = answerOfUse('lost')
  expect([isError, content[0]?.text]).toEqual([true, expect.stringContaining('it may have been carried out')])
})
