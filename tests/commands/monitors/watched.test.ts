import { expect, test } from 'vitest'
import { perform } from '../../../src/commands/core/perform.ts'
import { exampleWorld } from '../world.ts'

test.each([
  ['Checkout', '“Checkout” is watched'],
  ['Every 5 minutes', '“Checkout” is watched on “Every 5 minutes”'],
])('a watched address on the schedule %s: %s', async (schedule, message) => {
  const { world, told } = exampleWorld({
    onCall: () => ({ monitor: { id: 'm', name: 'Checkout' }, schedule: { id: 's', name: schedule, isNew: false } }),
  })
  await perform('watch.create', { url: 'https://shop.example/', name: 'Checkout' }, world)
  expect(told.map(({ text }) => text)).toEqual([message])
})
