import { expect, test } from 'vitest'
import type { Call } from '../../../machines/resource/cache-events.ts'
import { afterEvents } from '../../../machines/resource/live-updates.ts'

const list: Call = { operation: 'monitor.list', input: {} }

type Category = 'PASS' | 'FAIL'
type Event = Parameters<typeof afterEvents>[0][number]
const resultAt = (location_id: string, result_category: Category, time: string): Event => ({
  type: 'result',
  id: `${location_id}-${time}`,
  call_id: 'm',
  location_id,
  result_category,
  http_code: 200,
  response_time: 1,
  time: `2026-01-01T00:0${time}:00Z`,
})

/** The row of the monitor after these events. */
const rowAfter = (row: object, ...events: readonly Event[]) =>
  afterEvents(events, [list]).reduce<{ data: Record<string, unknown>[] }>(
    // A patch of a list answers a list.
    (data, update) => (update.kind === 'patch' ? (update.change(data) as typeof data) : data),
    { data: [{ id: 'm', ...row }] },
  ).data[0]

test('a result of one location changes what is known of that location, and the newest is the last one', () => {
  const before = { last_result: null, locations: { current: 3, failing: ['b'] } }
  expect(rowAfter(before, resultAt('a', 'FAIL', '2'), resultAt('c', 'PASS', '1'))).toMatchObject({
    last_result: { id: 'a-2' },
    locations: { current: 3, failing: ['a', 'b'] },
  })
  expect(rowAfter(before, resultAt('b', 'PASS', '1'), resultAt('c', 'PASS', '2'))).toMatchObject({
    last_result: { id: 'c-2' },
    locations: { current: 3, failing: [] },
  })
  expect(rowAfter({ last_result: null, locations: null }, resultAt('a', 'FAIL', '1'))).toMatchObject({
    last_result: { id: 'a-1', result_category: 'FAIL' },
    locations: null,
  })
})

test('a result that changes nothing leaves the row as it is', () => {
  const row = { id: 'm', last_result: { time: '2026-01-01T00:09:00Z' }, locations: { current: 2, failing: [] } }
  const data = { data: [row] }
  const [update] = afterEvents([resultAt('a', 'PASS', '1')], [list])
  expect(update?.kind === 'patch' && update.change(data)).toBe(data)
})
