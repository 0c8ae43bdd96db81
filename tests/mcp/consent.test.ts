import { expect, test } from 'vitest'
import type { Confirmation } from '../../src/commands/core/command.ts'
import { openConfirmationCodes } from '../../src/mcp/confirmation-code.ts'
import { consentTo, type Person, UNREACHED } from '../../src/mcp/consent.ts'

const confirmation: Confirmation = {
  question: 'Delete “Checkout”?',
  effects: ['Its results go with it'],
  word: 'delete',
  button: 'Delete monitor',
}
const clock = { now: 1_800_000_000_000 }
const codes = openConfirmationCodes(Buffer.alloc(32, 3), 'ada', () => clock.now)
const consent = (given: unknown, person: Person = UNREACHED, asked = 'delete Checkout') =>
  consentTo(confirmation, asked, { codes, person, given })

/** The sentences of a refusal, without its code. */
const sentencesOf = (answer: ReturnType<typeof consent>): string =>
  answer && 'content' in answer
    ? ((answer.content[0]?.text ?? '').replace(/"\w{12}"/, 'CODE').split('{')[0] ?? '')
    : 'none'

test('each code that does not confirm gets a sentence of its own, and a new code', () => {
  const code = codes.issue('delete Checkout')
  const wrong = codes.issue('delete Basket')
  const first = sentencesOf(consent(undefined))
  const refusals = [first, sentencesOf(consent('yes')), sentencesOf(consent(wrong))]
  expect(consent(code)).toBeNull()
  clock.now += 6 * 60_000
  refusals.push(sentencesOf(consent(code)))
  expect(new Set(refusals).size).toBe(4)
  for (const refusal of refusals) expect(refusal).toContain(first)
  expect(refusals.map((each) => each.split('\n')[0])).toEqual([
    'Delete “Checkout”?',
    'This is no code that this connection was given.',
    'This code is for another call, or what it touches has changed since.',
    'This code has expired: codes are valid for five minutes.',
  ])
})

test('a person who can be asked is asked, until the answer is about the question as it is now', () => {
  const canBeAsked = { canBeAsked: true, answer: null }
  const asked = consent(codes.issue('delete Checkout'), canBeAsked)
  if (!asked || !('ask' in asked)) throw new Error('Nobody was asked.')
  expect(asked.ask).toMatchObject({ message: 'Delete “Checkout”?\nIts results go with it', button: 'Delete monitor' })
  const { state } = asked.ask
  expect(consent(undefined, { canBeAsked: true, answer: { agrees: true, state } })).toBeNull()
  const declined = consent(undefined, { canBeAsked: true, answer: { agrees: false, state } })
  expect(declined).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('did not agree') }] })
  expect(consent(undefined, { canBeAsked: true, answer: { agrees: true, state } }, 'as changed')).toHaveProperty('ask')
  expect(consent(undefined, { canBeAsked: true, answer: { agrees: true, state: '' } })).toHaveProperty('ask')
  // A code for the person is none for the model.
  expect(consent(state)).not.toBeNull()
  clock.now += 6 * 60_000
  expect(consent(undefined, { canBeAsked: true, answer: { agrees: true, state } })).toHaveProperty('ask')
})
