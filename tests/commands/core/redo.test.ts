import { expect, test } from 'vitest'
import { perform } from '../../../src/commands/core/perform.ts'
import { commandById } from '../../../src/commands/registry.ts'
import { CHECKOUT, exampleWorld } from '../world.ts'

test('a deletion asks for its word again before it is redone, and leaves what was changed since', async () => {
  let description = 'as it was'
  let isThere = true
  const { world, told } = exampleWorld({
    onCall(operation) {
      if (operation === 'monitor.remove') isThere = false
      if (operation === 'monitor.restore') isThere = true
      return { meta: { name: 'Checkout', description, tags: [] }, schedule_ids: [], auth_problem: null }
    },
  })
  await perform('monitor.remove', { monitor: CHECKOUT }, world, { confirmed: true })
  await perform('toast.undo', {}, world)
  expect(isThere).toBe(true)
  expect(await perform('toast.redo', {}, world)).toEqual({ status: 'asked', line: 'redo' })
  const redo = commandById('toast.redo')
  const remove = commandById('monitor.remove')
  const { results: _, ...asked } = redo?.confirm?.({}, world) ?? {}
  expect(remove?.confirm?.({ monitor: CHECKOUT }, world)).toMatchObject(asked)
  expect(asked).toHaveProperty('word', 'checkout-capture-payment')
  expect(isThere).toBe(true)
  description = 'theirs'
  await expect(perform('toast.redo', {}, world, { confirmed: true })).rejects.toThrow('was changed since (description)')
  expect(isThere).toBe(true)
  description = 'as it was'
  await perform('toast.redo', { entry: '1' }, world, { confirmed: true })
  expect([isThere, told.at(-1)?.text]).toEqual([false, 'Redid: “Checkout · capture payment” deleted'])
})
