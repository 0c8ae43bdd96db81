import { expect, test } from 'vitest'
import { answered } from '../../../src/cli/answered-line.ts'
import { confirm } from '../../../src/cli/confirm.ts'
import { openMany } from '../core/many-monitors.ts'
import { testIo } from './test-terminal.ts'

/** A person who gives these answers, one after the other, and no more. */
const personWith = (...answers: readonly string[]) => {
  const left = [...answers]
  return testIo({ canAsk: true, ask: async () => left.shift() ?? null })
}

test('a wrong answer is asked for again, and those before it stay', async () => {
  const { world, all } = await openMany(['Checkout', 'Tax lookup'])
  const told = personWith('chekcout', '', 'checkout', 'Paid')
  const { args } = await answered('rename monitor', world, told.io)
  expect(args).toEqual({ monitor: all[0]?.id, name: 'Paid' })
  expect(told.err()).toMatch(/^No monitor is called chekcout\. Did you mean checkout\?\nAn answer is needed/)
})

test('an answer may name several, with commas between them', async () => {
  const { world, all } = await openMany(['Checkout', 'Tax lookup'])
  const { args } = await answered('run monitor', world, personWith('checkout,tax-lookup').io)
  expect(args).toEqual({ monitor: all.map(({ id }) => id) })
})

test('whoever answers nothing more ends the command', async () => {
  const { world } = await openMany(['Checkout'])
  await expect(answered('rename monitor', world, personWith('wrong').io)).rejects.toThrow('Usage: sonde rename monitor')
})

test('a wrong word of a confirmation is asked for again, and an empty one ends it', async () => {
  const confirmation = { question: 'Delete?', effects: [], word: 'checkout', button: 'Delete' }
  const asked = (...answers: string[]) =>
    confirm(confirmation, { confirmed: null }, { isSure: false, io: personWith(...answers).io })
  await asked('chekcout', 'checkout')
  await expect(asked('chekcout', '')).rejects.toThrow('Nothing was done.')
})

test('a question of yes or no takes y and n', async () => {
  const { world } = await openMany([])
  for (const [typed, on] of [
    ['y', true],
    ['no', false],
    ['Yes', true],
  ] as const)
    expect((await answered('alert on-manual-runs', world, personWith(typed).io)).args).toEqual({ on })
})
