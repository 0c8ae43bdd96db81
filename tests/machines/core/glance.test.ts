import { expect, test } from 'vitest'
import { afterSave } from '../../../machines/resource/cache-updates.ts'
import { afterEvents } from '../../../machines/resource/live-updates.ts'
import { neighbourUpdates } from '../../../machines/resource/neighbours.ts'
import type { LiveEvent } from '../../../src/contract/live/live.ts'

const glance = { operation: 'project.synopsis', input: {} } as const
const outdated = [{ kind: 'invalidate', call: glance }]

test('the project synopsis is reloaded when an object is created or removed, here or elsewhere, but not when one is changed', () => {
  const written = (operation: 'monitor.create' | 'monitor.update' | 'monitor.remove') =>
    afterSave({ operation, input: { params: { id: 'm1' } } }, null, [glance])
  expect(written('monitor.create')).toEqual(outdated)
  expect(written('monitor.remove')).toEqual(outdated)
  expect(written('monitor.update')).toEqual([])

  const heard = (change: 'created' | 'updated' | 'removed') => {
    const event: LiveEvent = { type: 'object', kind: 'schedule', id: 's1', change, by: null }
    return afterEvents([event], [glance])
  }
  expect(heard('created')).toEqual(outdated)
  expect(heard('removed')).toEqual(outdated)
  expect(heard('updated')).toEqual([])
})

test('the usage of a project is reloaded when a schedule changes, because it counts the monitors on a schedule', () => {
  const usage = { operation: 'quota.read', input: {} } as const
  const heard = (kind: 'schedule' | 'monitor') =>
    afterEvents([{ type: 'object', kind, id: 'one', change: 'updated', by: null }], [usage])
  expect(heard('schedule')).toEqual([{ kind: 'invalidate', call: usage }])
  expect(heard('monitor')).toEqual([])
})

test('the list of deleted monitors takes no other rows, and is reloaded when a monitor is deleted or restored, here or elsewhere', () => {
  const deleted = { operation: 'deleted-monitor.list', input: {} } as const
  const reloaded = [{ kind: 'invalidate', call: deleted }]
  const written = (operation: 'monitor.create' | 'monitor.update' | 'monitor.remove' | 'monitor.restore') => {
    const save = { operation, input: { params: { id: 'm1' } } }
    const answer = operation === 'monitor.remove' ? null : { id: 'm1' }
    return [...afterSave(save, answer, [deleted]), ...neighbourUpdates(save, [deleted])]
  }
  expect(written('monitor.create')).toEqual([])
  expect(written('monitor.update')).toEqual([])
  expect(written('monitor.remove')).toEqual(reloaded)
  expect(written('monitor.restore')).toEqual(reloaded)

  const heard = (change: 'created' | 'updated' | 'removed') =>
    afterEvents([{ type: 'object', kind: 'monitor', id: 'm1', change, by: null }], [deleted])
  expect(heard('removed')).toEqual(reloaded)
  expect(heard('created')).toEqual(reloaded)
})
