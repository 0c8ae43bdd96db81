import { expect, test } from 'vitest'
import { perform } from '../../../src/commands/core/perform.ts'
import { exampleWorld } from '../world.ts'

test.each([
  ['appearance.theme', { theme: 'dark' }, 'Theme: dark'],
  ['appearance.theme', { theme: 'system' }, 'Theme: that of the device'],
  ['appearance.density', { density: 'compact' }, 'Density: compact'],
  ['appearance.single-keys', { on: false }, 'Single-letter shortcuts are off'],
  ['appearance.time-zone', { zone: 'Europe/Vienna' }, 'Times are shown in Europe/Vienna'],
  ['appearance.time-zone', { zone: 'browser' }, 'Times are shown in the time zone of this browser'],
])('%s %j is done with a message', async (id, args, message) => {
  const { world, told } = exampleWorld()
  await perform(id, args, world)
  expect(told.map(({ text }) => text)).toEqual([message])
})
