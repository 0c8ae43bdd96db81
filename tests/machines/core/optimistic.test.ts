import { expect, test } from 'vitest'
import type { Call } from '../../../machines/resource/cache-events.ts'
import { optimisticUpdates, settledUpdates } from '../../../machines/resource/optimistic.ts'

const list: Call = { operation: 'notification.list', input: { query: { limit: 10 } } }
const monitors: Call = { operation: 'monitor.list', input: {} }
const data = {
  meta: { more: true, next_cursor: 'x', unread: 40 },
  results: [
    { id: 'a', read: false },
    { id: 'b', read: true },
    { id: 'c', read: false },
  ],
}
const shown = (body: object) => {
  const [follow] = optimisticUpdates({ operation: 'notification.mark', input: { body } }, 'save', [monitors, list])
  if (follow?.kind !== 'tell' || follow.event.type !== 'SHOW') throw new Error('The list was to be changed.')
  // The patch of a list returns a list.
  return follow.event.change(data) as typeof data
}
const readOf = (body: object) => shown(body).results.map(({ read }) => read)

test('marking as read shows before the server has answered, and so does the count', () => {
  expect(readOf({ ids: ['a'] })).toEqual([true, true, false])
  expect(shown({ ids: ['a'] }).meta.unread).toBe(39)
  expect(shown({ ids: ['b'] }).meta.unread).toBe(40)
  expect(shown({ ids: ['b'], read: false }).meta.unread).toBe(41)
  expect(readOf({})).toEqual([true, true, true])
  expect(shown({}).meta).toEqual({ more: true, next_cursor: 'x', unread: 0 })
})

test('marking elsewhere leaves the rows of a list unchanged', () => {
  expect(readOf({ ids: ['elsewhere'] })).toEqual([false, true, false])
})

test('only refused changes are reverted and loaded again', () => {
  expect(settledUpdates({ operation: 'notification.mark', save: 'save' }, false, [monitors, list])).toEqual([
    { kind: 'tell', call: list, event: { type: 'SETTLE', save: 'save', isStored: false } },
    { kind: 'invalidate', call: list },
  ])
  expect(settledUpdates({ operation: 'monitor.update', save: 'save' }, false, [monitors, list])).toEqual([])
})

test('a switch is shown at once in lists and on the object’s own page; a save that changes more is not', () => {
  const alerts: Call = { operation: 'webhook.list', input: {} }
  const alert: Call = { operation: 'webhook.read', input: { params: { id: 'w' } } }
  const other: Call = { operation: 'webhook.read', input: { params: { id: 'v' } } }
  const save = (body: object): Call => ({ operation: 'webhook.update', input: { params: { id: 'w' }, body } })
  const updates = optimisticUpdates(save({ enabled: false }), 'save', [monitors, alerts, alert, other])
  expect(updates.map(({ call }) => call)).toEqual([alerts, alert])
  const after = updates.map((update, at) =>
    update.kind === 'tell' && update.event.type === 'SHOW'
      ? update.event.change(
          at === 0
            ? {
                data: [
                  { id: 'w', enabled: true },
                  { id: 'v', enabled: true },
                ],
              }
            : { id: 'w', enabled: true, name: 'Ops' },
        )
      : null,
  )
  expect(after).toMatchObject([
    {
      data: [
        { id: 'w', enabled: false },
        { id: 'v', enabled: true },
      ],
    },
    { id: 'w', enabled: false, name: 'Ops' },
  ])
  expect(optimisticUpdates(save({ enabled: false, name: 'New' }), 'save', [alerts])).toEqual([])
  expect(settledUpdates({ operation: 'webhook.update', save: 'save' }, false, [monitors, alerts, alert])).toEqual(
    [alerts, alert].flatMap((call) => [
      { kind: 'tell', call, event: { type: 'SETTLE', save: 'save', isStored: false } },
      { kind: 'invalidate', call },
    ]),
  )
})
