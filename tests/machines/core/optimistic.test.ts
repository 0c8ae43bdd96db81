import { expect, test } from 'vitest'
import type { Call } from '../../../machines/resource/cache-events.ts'
import { optimisticUpdates, revertedUpdates } from '../../../machines/resource/optimistic.ts'

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
  if (follow?.kind !== 'show') throw new Error('The list was to be changed.')
  // The patch of a list returns a list.
  return follow.change(data) as typeof data
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
  expect(revertedUpdates('notification.mark', 'save', [monitors, list])).toEqual([
    { kind: 'revert', call: list, save: 'save' },
    { kind: 'invalidate', call: list },
  ])
  expect(revertedUpdates('monitor.update', 'save', [monitors, list])).toEqual([])
})

test('a switch is shown at once in lists and on the object’s own page; a save that changes more is not', () => {
  const alerts: Call = { operation: 'webhook.list', input: {} }
  const alert: Call = { operation: 'webhook.read', input: { params: { id: 'w' } } }
  const other: Call = { operation: 'webhook.read', input: { params: { id: 'v' } } }
  const save = (body: object): Call => ({ operation: 'webhook.update', input: { params: { id: 'w' }, body } })
  const updates = optimisticUpdates(save({ enabled: false }), 'save', [monitors, alerts, alert, other])
  expect(updates.map(({ call }) => call)).toEqual([alerts, alert])
  const after = updates.map((update, at) =>
    update.kind === 'show'
      ? update.change(
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
  expect(revertedUpdates('webhook.update', 'save', [monitors, alerts, alert])).toEqual(
    [alerts, alert].flatMap((call) => [
      { kind: 'revert', call, save: 'save' },
      { kind: 'invalidate', call },
    ]),
  )
})
