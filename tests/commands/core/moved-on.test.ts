import { expect, test } from 'vitest'
import { perform } from '../../../src/commands/core/perform.ts'
import type { Presence } from '../../../src/commands/core/world.ts'
import { CHECKOUT, exampleWorld, TAX } from '../world.ts'

const AT_WORK: Presence = { href: '/monitors/', isDirty: false, opening: null, console: 'busy' }

/** Copies a monitor, which leads to the copy, while the person does something before the answer comes. */
const copied = async (before: Presence, meanwhile: Partial<Presence>) => {
  let now = before
  const onCall = async () => {
    now = { ...before, ...meanwhile }
    return { id: 'copy', meta: { name: 'Copy' } }
  }
  const { world, gone, told } = exampleWorld({ presence: () => now, onCall })
  await perform('monitor.duplicate', { monitor: CHECKOUT }, world)
  return { leads: gone.length > 0, said: told.map(({ text }) => text) }
}

test.each<[what: string, before: Presence, meanwhile: Partial<Presence>, leads: boolean]>([
  ['who has waited', AT_WORK, {}, true],
  ['who pressed a button and waited', { ...AT_WORK, console: 'closed' }, {}, true],
  ['whose draft was saved by it', { ...AT_WORK, console: 'closed', isDirty: true }, { isDirty: false }, true],
  ['who went elsewhere', AT_WORK, { href: '/webhooks/' }, false],
  ['who has closed the console', AT_WORK, { console: 'closed' }, false],
  ['who has opened the console again', AT_WORK, { console: 'open' }, false],
  ['who types into a form', { ...AT_WORK, console: 'closed' }, { isDirty: true }, false],
])('a late answer leads somebody %s to what was made: %s', async (_, before, meanwhile, leads) => {
  expect(await copied(before, meanwhile)).toEqual({ leads, said: ['“Copy” created'] })
})

test('while another project is being opened, a key acts neither in the one that is left nor in the next', async () => {
  const opening = { href: '/tests/', isDirty: false, console: 'closed', opening: 'Second' } as const
  const { world, calls } = exampleWorld({ presence: () => opening })
  await expect(perform('monitor.run', { monitor: TAX }, world)).rejects.toThrow(
    '“Second” is being opened. Nothing was done.',
  )
  expect(calls).toEqual([])
  await expect(perform('console.open', {}, world)).resolves.toEqual({ status: 'done' })
})
