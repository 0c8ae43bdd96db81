import { expect, test } from 'vitest'
import { CallError } from '../../../machines/resource/failure.ts'
import { suggestionsFor } from '../../../src/commands/core/line/suggest.ts'
import { perform } from '../../../src/commands/core/perform.ts'
import type { Presence, World } from '../../../src/commands/core/world.ts'
import { CHECKOUT, exampleWorld } from '../world.ts'

const SCHEDULE = 's1Yt2LmQ9sXw4RfVzA1cNe'
const HERE: Presence = { href: '/', isDirty: false, console: 'closed', opening: null }

/** A world with a schedule that is stored, and answers that can be lost after the change. */
const openStore = () => {
  let row: Record<string, unknown> = { id: SCHEDULE, name: 'Nightly', frequency: 60, enabled: true, last_update: 'a' }
  let isLost = false
  const unanswered = (operation: string) =>
    new CallError({
      operation,
      message: 'The server did not answer. Your change may not have been saved.',
      status: null,
      statusText: '',
      url: '/',
      problems: [],
      body: null,
      at: 0,
    })
  const example = exampleWorld({
    focus: null,
    onCall(operation, given) {
      const { body } = given as { body?: Record<string, unknown> }
      if (body) row = { ...row, ...body }
      if (body && isLost) throw unanswered(operation)
      return { ...row }
    },
  })
  const lose = (isNow: boolean) => {
    isLost = isNow
  }
  return { ...example, lose, row: () => row }
}

const within = (world: World, presence: Partial<Presence>, focus: World['focus'] = null): World =>
  Object.create(world, { presence: { value: () => ({ ...HERE, ...presence }) }, focus: { value: focus } })

test('an action without an answer may have been carried out: no earlier one is undone in its place', async () => {
  const { world, row, lose } = openStore()
  await perform('schedule.update', { schedule: SCHEDULE, frequency: 120 }, world)
  lose(true)
  await expect(perform('schedule.pause', { schedule: SCHEDULE }, world)).rejects.toThrow(
    /^Pause “.+”: The server did not answer/,
  )
  lose(false)
  expect(row()).toMatchObject({ frequency: 120, enabled: false })
  await expect(perform('toast.undo', {}, world)).rejects.toThrow(
    /^Pause “.+”, without an answer: this cannot be undone. Undo again for the one before it: /,
  )
  expect(row()).toMatchObject({ frequency: 120 })
  await perform('toast.undo', {}, world)
  expect(row()).toMatchObject({ frequency: 60 })
})

test('nothing is undone or redone while another project is being opened', async () => {
  const { world, row } = openStore()
  await perform('schedule.update', { schedule: SCHEDULE, frequency: 120 }, world)
  const leaving = within(world, { opening: 'Staging' })
  await expect(perform('toast.undo', {}, leaving)).rejects.toThrow('“Staging” is being opened. Nothing was undone.')
  await expect(perform('toast.redo', {}, leaving)).rejects.toThrow('“Staging” is being opened. Nothing was redone.')
  expect(row()).toMatchObject({ frequency: 120 })
  await perform('toast.undo', {}, world)
  expect(row()).toMatchObject({ frequency: 60 })
})

test('an undo that would delete what a form edits waits until its changes are saved or discarded', async () => {
  const calls: string[] = []
  const { world } = exampleWorld({
    onCall(operation) {
      calls.push(operation)
      if (operation.endsWith('.list')) return { data: [], results: [] }
      if (operation === 'dependency.read') return { dependents: [] }
      return { id: CHECKOUT, type: 'api', meta: { name: 'Tmp' }, request: { method: 'GET', url: 'https://a.example/' } }
    },
  })
  await perform('monitor.create', { name: 'Tmp', url: 'https://a.example/' }, world)
  const [made] = world.undoable?.().done ?? []
  expect(made?.steps).toMatchObject([{ command: 'monitor.remove', args: { monitor: CHECKOUT } }])
  const editing = within(world, { isDirty: true }, { kind: 'monitor', id: CHECKOUT, name: 'Tmp' })
  await expect(perform('toast.undo', {}, editing)).rejects.toThrow(
    'Nothing was undone: it would delete what this form edits, and the changes that are not saved.',
  )
  expect(calls).not.toContain('monitor.remove')
  await perform('toast.undo', {}, within(world, { isDirty: true }, null))
  expect(calls).toContain('monitor.remove')
})

test('the row of an undo says what it would undo', async () => {
  const { world } = openStore()
  await perform('schedule.update', { schedule: SCHEDULE, frequency: 120 }, world)
  const [group] = suggestionsFor('undo', world)
  expect(group?.items[0]).toMatchObject({ label: 'Undo', note: expect.stringMatching(/^“.+” changed · just now$/) })
})
