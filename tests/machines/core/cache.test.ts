import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import { BATCH_MS, type Call, cacheMachine, keyOf } from '../../../machines/resource/cache.ts'
import { CallError } from '../../../machines/resource/failure.ts'
import { type Answered, type ResourceCall, resourceMachine } from '../../../machines/resource/resource.ts'
import { saveMachine } from '../../../machines/resource/save.ts'
import type { LiveEvent } from '../../../src/contract/live/live.ts'
import { deferred, heard } from '../deferred.ts'

const row = (id: string, more: object = {}) => ({ id, name: `Row ${id}`, last_result: null, ...more })
const list = (...ids: string[]) => ({ meta: { more: false, next_cursor: null }, data: ids.map((id) => row(id)) })
const of = (id: string) => ({ params: { id } })

const openCache = () => {
  const reads = deferred<Answered, ResourceCall>()
  const writes = deferred<Answered, Call>()
  const clock = new SimulatedClock()
  const actor = createActor(
    cacheMachine.provide({
      actors: {
        resource: resourceMachine.provide({ actors: { call: reads.logic } }),
        save: saveMachine.provide({ actors: { call: writes.logic } }),
      },
    }),
    { clock },
  ).start()
  const load = async (operation: Call['operation'], input: Call['input'], answer: unknown) => {
    actor.send({ type: 'REQUIRE', operation, input })
    reads.last().resolve({ answer, at: 1 })
    await heard()
  }
  const write = async (operation: Call['operation'], input: Call['input'], answer: unknown) => {
    actor.send({ type: 'SAVE', operation, input })
    writes.last().resolve({ answer, at: 1 })
    await heard()
  }
  const held = (operation: Call['operation'], input: Call['input'] = {}) =>
    actor.getSnapshot().context.resources[keyOf(operation, input)]?.getSnapshot()
  const ids = (operation: Call['operation'], input: Call['input'] = {}) => {
    const data: unknown = held(operation, input)?.context.data
    return data !== null && typeof data === 'object' && 'data' in data && Array.isArray(data.data)
      ? data.data.map(({ id }: { id: string }) => id)
      : null
  }
  const hear = (...events: LiveEvent[]) => {
    for (const event of events) actor.send({ type: 'LIVE', event })
  }
  const gather = () => clock.increment(BATCH_MS)
  return { actor, reads, writes, load, write, held, ids, hear, gather }
}

const result = (id: string, call_id: string, time: string): LiveEvent => ({
  type: 'result',
  id,
  call_id,
  location_id: 'here',
  result_category: 'PASS',
  http_code: 200,
  response_time: 12,
  time,
})
const changed = (id: string, change: 'created' | 'updated' | 'removed'): LiveEvent => ({
  type: 'object',
  kind: 'monitor',
  id,
  change,
  by: null,
})

test('the key of a call does not depend on the order of its parts, nor on empty ones', () => {
  const parts = fc.dictionary(
    fc.constantFrom('a', 'b', 'c', 'd'),
    fc.oneof(fc.string(), fc.integer(), fc.constant(undefined)),
  )
  fc.assert(
    fc.property(parts, parts, (params, query) => {
      const turned = (one: object) =>
        Object.fromEntries(
          Object.entries(one)
            .reverse()
            .filter(([, value]) => value !== undefined),
        )
      const key = keyOf('monitor.list', { params: params as Record<string, string>, query })
      expect(keyOf('monitor.list', { query: turned(query), params: turned(params) as Record<string, string> })).toBe(
        key,
      )
    }),
  )
  expect(keyOf('monitor.list', {})).toBe(keyOf('monitor.list', { query: {} }))
  expect(keyOf('monitor.read', of('a'))).not.toBe(keyOf('monitor.read', of('b')))
})

describe('After a write, the caches are updated by its name and shapes alone', () => {
  test('puts what was made into lists of its own kind alone, and into none of another object', async () => {
    const { load, write, held } = openCache()
    const page = (rows: readonly object[]) => ({ meta: { more: false, next_cursor: null }, results: rows })
    await load('workflow.list', {}, page([{ id: 'a' }]))
    await load('workflow.results', of('a'), page([]))
    await load('workflow.list-of-call', of('m'), page([]))
    await write('workflow.create', {}, { id: 'b' })
    expect(held('workflow.list')?.context.data).toMatchObject({ results: [{ id: 'b' }, { id: 'a' }] })
    expect(held('workflow.results', of('a'))?.context.data).toEqual(page([]))
    expect(held('workflow.list-of-call', of('m'))?.context.data).toEqual(page([]))
  })

  test('a created object is first in the whole list; a filtered list is loaded again', async () => {
    const { load, write, ids, held } = openCache()
    await load('monitor.list', {}, list('a'))
    await load('monitor.list', { query: { search: 'x' } }, list('a'))
    await write('monitor.create', { body: {} }, row('b'))
    expect(ids('monitor.list')).toEqual(['b', 'a'])
    expect(held('monitor.list', { query: { search: 'x' } })?.value).toBe('pending')
  })

  test('an updated object is replaced in its lists and where it is read', async () => {
    const { load, write, held } = openCache()
    await load('monitor.list', {}, list('a', 'b'))
    await load('monitor.read', of('a'), row('a'))
    await load('monitor.read', of('b'), row('b'))
    const renamed = row('a', { name: 'New' })
    await write('monitor.update', { ...of('a'), body: {} }, renamed)
    expect(held('monitor.list')?.context.data).toMatchObject({ data: [renamed, row('b')] })
    expect(held('monitor.read', of('a'))?.context.data).toEqual(renamed)
    expect(held('monitor.read', of('b'))?.context.data).toEqual(row('b'))
  })

  test('a removed object disappears from both', async () => {
    const { load, write, ids, held } = openCache()
    await load('monitor.list', {}, list('a', 'b'))
    await load('monitor.read', of('a'), row('a'))
    await write('monitor.remove', of('a'), null)
    expect(ids('monitor.list')).toEqual(['b'])
    expect(held('monitor.read', of('a'))?.value).toBe('notSet')
  })

  test('nothing asks again for the results of a removed monitor; those of others stay', async () => {
    const { load, write, held, hear, gather, reads } = openCache()
    const results = (...ids: string[]) => ({
      meta: { more: false, next_cursor: null },
      results: ids.map((id) => ({ id })),
    })
    await load('result.list-of-call', of('a'), results('r1'))
    await load('alert.explain', of('r1'), { data: [] })
    await load('result.read', of('r2'), { id: 'r2', call_id: 'a' })
    await load('alert.explain', of('r2'), { data: [] })
    await load('result.list-of-call', of('b'), results('r3'))
    await load('alert.explain', of('r3'), { data: [] })
    await write('monitor.remove', of('a'), null)
    const asked = reads.calls.length
    hear(result('r4', 'a', '2'), { type: 'delivery', webhook_id: 'w' })
    gather()
    expect(reads.calls.slice(asked).map(({ input }) => input.input)).toEqual([of('r3')])
    expect(held('result.list-of-call', of('b'))?.value).toBe('success')
  })

  test('an answer replaces equal data of the same object; the list stays', async () => {
    const { load, write, held } = openCache()
    const conditions = { meta: {}, conditions: [] }
    await load('monitor.list', {}, list('a'))
    await load('monitor.conditions', of('a'), { meta: {}, conditions: [{ id: 'old' }] })
    await load('monitor.read', of('a'), row('a'))
    await write('monitor.judge', { ...of('a'), body: conditions }, conditions)
    expect(held('monitor.conditions', of('a'))).toMatchObject({ value: 'success', context: { data: conditions } })
    expect(held('monitor.read', of('a'))?.value).toBe('pending')
    expect(held('monitor.list')?.value).toBe('success')
  })

  test('attaching updates the returned row; detaching, which returns nothing, loads it again', async () => {
    const { load, write, held } = openCache()
    await load('schedule.list', {}, list('s'))
    await load('schedule.read', of('s'), row('s'))
    const attached = row('s', { targets: ['m'] })
    await write('schedule.attach', { params: { id: 's', callId: 'm' } }, attached)
    expect(held('schedule.read', of('s'))?.context.data).toEqual(attached)
    expect(held('schedule.list')?.context.data).toMatchObject({ data: [attached] })
    await write('schedule.detach', { params: { id: 's', callId: 'm' } }, null)
    expect(held('schedule.read', of('s'))?.value).toBe('pending')
    expect(held('schedule.list')?.value).toBe('pending')
  })

  test('monitors follow changes of schedules, and schedules follow removed monitors', async () => {
    const { load, write, held, reads } = openCache()
    await load('monitor.list', {}, list('m'))
    await load('schedule.list', {}, list('s'))
    await write('schedule.attach', { params: { id: 's', callId: 'm' } }, row('s'))
    expect(reads.last().input).toMatchObject({ operation: 'monitor.read', input: of('m') })
    reads.last().resolve({ answer: row('m', { monitored: true }), at: 2 })
    await heard()
    expect(held('monitor.list')).toMatchObject({ value: 'success', context: { data: { data: [{ monitored: true }] } } })
    await write('schedule.update', { ...of('s'), body: { name: 'x' } }, row('s'))
    expect(held('monitor.list')?.value).toBe('success')
    await write('schedule.update', { ...of('s'), body: { targets: [] } }, row('s'))
    expect(held('monitor.list')?.value).toBe('pending')
    await write('monitor.remove', of('m'), null)
    expect(held('schedule.list')?.value).toBe('pending')
  })

  test('a write of a kind that is not managed reloads its loaded data', async () => {
    const { load, write, held } = openCache()
    await load('project.list', {}, { meta: {}, projects: [], organizations: [] })
    await write('project.create', { body: { name: 'p' } }, { id: 'p' })
    expect(held('project.list')?.value).toBe('pending')
  })

  test('a loaded object updates the lists that contain it', async () => {
    const { load, held } = openCache()
    await load('monitor.list', {}, list('a'))
    await load('monitor.read', of('a'), row('a', { name: 'Read' }))
    expect(held('monitor.list')?.context.data).toMatchObject({ data: [{ name: 'Read' }] })
  })
})

describe('Live events', () => {
  test('results that arrive together update the last results of their monitors, the newest of each', async () => {
    const { load, hear, gather, held, ids } = openCache()
    await load('monitor.list', {}, list('a', 'b'))
    await load('monitor.read', of('a'), row('a'))
    hear(result('r2', 'a', '2026-01-05T10:00:02Z'), result('r1', 'a', '2026-01-05T10:00:01Z'))
    const before = held('monitor.list')?.context.data
    gather()
    expect(before).toMatchObject({ data: [{ last_result: null }, {}] })
    expect(held('monitor.list')?.context.data).toMatchObject({
      data: [{ last_result: { id: 'r2' } }, { last_result: null }],
    })
    expect(held('monitor.read', of('a'))?.context.data).toMatchObject({ last_result: { id: 'r2' } })
    hear(result('r0', 'a', '2026-01-05T09:00:00Z'))
    gather()
    expect(held('monitor.read', of('a'))?.context.data).toMatchObject({ last_result: { id: 'r2' } })
    expect(ids('monitor.list')).toEqual(['a', 'b'])
  })

  test('lists of results are reloaded once per batch, and only those that match', async () => {
    const { load, hear, gather, held, reads } = openCache()
    const results = { meta: { more: false, next_cursor: null }, results: [] }
    await load('result.list', {}, results)
    await load('result.list-of-call', of('a'), results)
    await load('result.list-of-call', of('b'), results)
    const before = reads.calls.length
    hear(result('r1', 'a', '1'), { type: 'run', result_id: 'r2', call_id: 'a', location_id: 'here' })
    expect(reads.calls.length).toBe(before)
    gather()
    expect(reads.calls.length).toBe(before + 2)
    expect(held('result.list-of-call', of('b'))?.value).toBe('success')
  })

  test('an object changed by others is loaded again, and its row follows', async () => {
    const { load, hear, gather, held, reads } = openCache()
    await load('monitor.list', {}, list('a', 'b'))
    hear(changed('a', 'updated'))
    gather()
    expect(held('monitor.list')?.value).toBe('success')
    reads.last().resolve({ answer: row('a', { name: 'Theirs' }), at: 2 })
    await heard()
    expect(held('monitor.list')?.context.data).toMatchObject({ data: [{ name: 'Theirs' }, { name: 'Row b' }] })
  })

  test('an object that was deleted and restored follows what others change of it', async () => {
    const { load, write, hear, gather, held, reads } = openCache()
    await load('monitor.list', {}, list('a', 'b'))
    await load('monitor.read', of('a'), row('a'))
    await write('monitor.remove', of('a'), null)
    await write('monitor.restore', of('a'), row('a'))
    hear(changed('a', 'updated'))
    gather()
    reads.last().resolve({ answer: row('a', { name: 'Theirs' }), at: 2 })
    await heard()
    expect(held('monitor.list')?.context.data).toMatchObject({ data: [{ name: 'Theirs' }, { name: 'Row b' }] })
  })

  test('many objects changed by others at once are loaded as a list', async () => {
    const { load, hear, gather, held, reads } = openCache()
    await load('monitor.list', {}, list('a'))
    const before = reads.calls.length
    hear(...Array.from({ length: 50 }, (_, at) => changed(`m${at}`, 'updated')))
    gather()
    expect(held('monitor.list')?.value).toBe('pending')
    expect(reads.calls.length).toBe(before + 1)
  })

  test('created objects reload their list, removed ones disappear at once', async () => {
    const { load, hear, gather, held, ids } = openCache()
    await load('monitor.list', {}, list('a', 'b'))
    hear(changed('a', 'removed'))
    gather()
    expect(ids('monitor.list')).toEqual(['b'])
    hear(changed('c', 'created'))
    gather()
    expect(held('monitor.list')?.value).toBe('pending')
  })

  test('after an interruption of the stream, all loaded data is loaded again', async () => {
    const { load, hear, gather, held } = openCache()
    await load('monitor.list', {}, list('a'))
    await load('schedule.list', {}, list('s'))
    hear({ type: 'reset' })
    gather()
    expect([held('monitor.list')?.value, held('schedule.list')?.value]).toEqual(['pending', 'pending'])
  })

  test('10 000 monitors follow 1 000 results together, and rows without one stay identical', async () => {
    const { load, hear, gather, held } = openCache()
    await load('monitor.list', {}, list(...Array.from({ length: 10_000 }, (_, at) => `m${at}`)))
    const before = held('monitor.list')?.context.data as { data: unknown[] }
    hear(...Array.from({ length: 1_000 }, (_, at) => result(`r${at}`, `m${at}`, '1')))
    gather()
    const after = held('monitor.list')?.context.data as { data: unknown[] }
    expect(after.data.filter((each, at) => each !== before.data[at]).length).toBe(1_000)
  })
})

describe('The cache', () => {
  test('keeps the last failure by operation and overall, until they are cleared', async () => {
    const { actor, reads } = openCache()
    const failure = { message: 'No.', status: 500, statusText: '', url: '', problems: [], body: null, at: 1 }
    for (const operation of ['monitor.list', 'schedule.list'] as const) {
      actor.send({ type: 'REQUIRE', operation, input: {} })
      reads.last().reject(new CallError({ ...failure, operation }))
      await heard()
    }
    expect(Object.keys(actor.getSnapshot().context.errors)).toEqual(['monitor.list', 'schedule.list'])
    expect(actor.getSnapshot().context.latest?.operation).toBe('schedule.list')
    actor.send({ type: 'CLEAR_ERROR', operation: 'schedule.list' })
    expect(Object.keys(actor.getSnapshot().context.errors)).toEqual(['monitor.list'])
    expect(actor.getSnapshot().context.latest).toBeNull()
  })

  test('aborting ends pending calls; clearing also removes all data', async () => {
    const { actor, reads, load, held } = openCache()
    await load('monitor.list', {}, list('a'))
    actor.send({ type: 'FETCH', operation: 'monitor.list', input: {} })
    actor.send({ type: 'ABORT' })
    expect(reads.last().signal.aborted).toBe(true)
    expect(held('monitor.list')?.value).toBe('success')
    actor.send({ type: 'FETCH', operation: 'monitor.list', input: {} })
    actor.send({ type: 'CLEAR' })
    expect(reads.last().signal.aborted).toBe(true)
    expect(actor.getSnapshot().context).toEqual({ resources: {}, saves: {}, errors: {}, latest: null, heard: [] })
  })

  test('the same call is cached once, however often it is requested', () => {
    const { actor, reads } = openCache()
    for (let at = 0; at < 3; at++) actor.send({ type: 'REQUIRE', operation: 'monitor.list', input: {} })
    expect(reads.calls.length).toBe(1)
  })
})
