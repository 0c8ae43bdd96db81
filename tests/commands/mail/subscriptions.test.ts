import { expect, test } from 'vitest'
import { perform } from '../../../src/commands/core/perform.ts'
import { exampleWorld } from '../world.ts'

const PROJECT = 'p1Yt2LmQ9sXw4RfVzA1cNe'

test.each([
  ['subscription.add-digest', { option: 'weekly', project: PROJECT }, 'subscription.end-digest'],
  ['subscription.end-digest', { option: 'weekly', project: PROJECT }, 'subscription.add-digest'],
  ['subscription.add', { group: 'alerts_digest' }, 'subscription.end'],
  ['subscription.end', { group: 'alerts_digest' }, 'subscription.add'],
])('%s is undone by its opposite', async (id, args, opposite) => {
  const { world, told } = exampleWorld({ onCall: () => ({ title: 'Alerts of the day' }) })
  await perform(id, args, world)
  expect(told[0]?.undo).toEqual([{ command: opposite, args, reverse: { command: id, args } }])
})
