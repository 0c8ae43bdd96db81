import { expect, test } from 'vitest'
import { confirm } from '../../../src/cli/confirm.ts'
import type { Confirmation } from '../../../src/commands/core/command.ts'
import { confirmationOf } from '../../../src/commands/core/perform.ts'
import { commandById } from '../../../src/commands/registry.ts'
import { CHECKOUT, exampleWorld, TAX } from '../world.ts'
import { testIo } from './test-terminal.ts'

const question = (): Confirmation => {
  const remove = commandById('monitor.remove')
  const found = remove && confirmationOf(remove, { monitor: [CHECKOUT, TAX] }, exampleWorld().world)
  if (!found) throw new Error('Nothing is asked.')
  return found
}

const refusalOf = async (confirmed: string | null): Promise<string> => {
  const told = testIo()
  const failure = await confirm(question(), { confirmed }, { isSure: false, io: told.io }).catch(String)
  return failure ?? ''
}

test('a word that does not confirm is refused with the one that does', async () => {
  expect(await refusalOf('wrong')).toContain('“wrong” does not confirm it; --confirm 2-monitors does.')
  expect(await refusalOf(null)).toContain('confirm it with --yes, or with --confirm 2-monitors.')
  expect(await refusalOf('2-monitors')).toBe('')
})

test('what becomes of several objects is said in the plural', () => {
  const { effects } = question()
  expect(effects).toContain('Their alerts are closed without a recovery message')
  expect(effects.filter((each) => /^Its? /.test(each))).toEqual([])
})

test('a question without a word of its own is confirmed by yes or y, typed or given', async () => {
  const undo: Confirmation = { question: 'Undo?', effects: [], word: null, button: 'Undo' }
  const asked = (answer: string, confirmed: string | null = null) => {
    const left = [answer]
    const { io } = testIo({ canAsk: true, ask: async () => left.shift() ?? null })
    return confirm(undo, { confirmed }, { isSure: false, io })
  }
  for (const answer of ['y', 'Y ', 'yes', 'YES']) expect(await asked(answer)).toBeUndefined()
  expect(await asked('', 'y')).toBeUndefined()
  await expect(asked('', 'n')).rejects.toThrow('“n” does not confirm it')
})

test('y does not confirm what has a word of its own', async () => {
  expect(await refusalOf('y')).toContain('“y” does not confirm it; --confirm 2-monitors does.')
})
