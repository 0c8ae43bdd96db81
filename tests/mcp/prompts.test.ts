import { expect, test } from 'vitest'
import { listPrompts, promptText } from '../../src/mcp/prompts.ts'

test('a prompt without an argument that it needs is refused by the name of the argument', () => {
  const needing = listPrompts().flatMap(({ name, arguments: all }) =>
    all.filter(({ required }) => required).map((argument) => ({ name, argument: argument.name })),
  )
  expect(needing.length).toBeGreaterThan(1)
  for (const { name, argument } of needing)
    for (const given of [{}, { [argument]: ' ' }])
      expect([name, promptText(name, given)]).toEqual([
        name,
        { problem: expect.stringMatching(new RegExp(`^${argument} is missing\\. .+\\.$`)) },
      ])
})

test('a prompt tells of what it was given', () => {
  expect(promptText('why-does-it-fail', { monitor: 'Checkout' })).toEqual({
    text: expect.stringContaining('the monitor "Checkout" fails'),
  })
  expect(promptText('what-is-wrong-now', {})).toEqual({ text: expect.stringMatching(/^Sum up/) })
  expect(promptText('no-such', {})).toEqual({ problem: 'There is no prompt of that name.' })
})
