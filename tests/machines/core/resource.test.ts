import { describe, expect, test } from 'vitest'
import { createActor } from 'xstate'
import type { Call } from '../../../machines/resource/cache.ts'
import { CallError } from '../../../machines/resource/failure.ts'
import { type Answered, type ResourceCall, resourceMachine, stateOf } from '../../../machines/resource/resource.ts'
import { saveMachine, saveStateOf } from '../../../machines/resource/save.ts'
import { deferred, heard } from '../deferred.ts'

const page = (ids: readonly string[]) => ({ meta: { more: false, next_cursor: null }, data: ids.map((id) => ({ id })) })
const failure = {
  operation: 'monitor.list',
  message: 'The project was not found.',
  status: 404,
  statusText: 'Not Found',
  url: '/api/3/monitors/',
  problems: [],
  body: null,
  at: 5,
}
const aborted = Object.assign(new Error('aborted'), { name: 'AbortError' })

const openList = () => {
  const call = deferred<Answered, ResourceCall>()
  const actor = createActor(resourceMachine.provide({ actors: { call: call.logic } }), {
    input: { operation: 'monitor.list', input: {} },
  }).start()
  const state = () => stateOf<'monitor.list'>(actor.getSnapshot())
  const ids = () => state().data?.data.map(({ id }) => id)
  const answer = async (...listed: string[]) => {
    call.last().resolve({ answer: page(listed), at: 7 })
    await heard()
  }
  return { call, actor, state, ids, answer }
}

describe('A resource', () => {
  test('is not set, pending, then success with its time', async () => {
    const { actor, state, answer, ids } = openList()
    expect(state()).toEqual({ status: 'notSet', complete: false, fetchedAt: null })
    actor.send({ type: 'REQUIRE' })
    expect(state().status).toBe('pending')
    await answer('a')
    expect(state()).toMatchObject({ status: 'success', complete: true, fetchedAt: 7 })
    expect(ids()).toEqual(['a'])
  })

  test('ignores a second fetch while one is pending', async () => {
    const { actor, call, answer, state } = openList()
    actor.send({ type: 'FETCH' })
    const first = actor.getSnapshot().children.call
    actor.send({ type: 'FETCH' })
    actor.send({ type: 'REQUIRE' })
    expect(actor.getSnapshot().children.call).toBe(first)
    expect(call.calls.length).toBe(1)
    expect(call.last().signal.aborted).toBe(false)
    await answer('a')
    expect(state().status).toBe('success')
  })

  test('when required, is fetched only if it is neither loaded nor pending', async () => {
    const { actor, call, answer } = openList()
    actor.send({ type: 'REQUIRE' })
    await answer('a')
    actor.send({ type: 'REQUIRE' })
    expect(call.calls.length).toBe(1)
    actor.send({ type: 'FETCH' })
    call.last().reject(new CallError(failure))
    await heard()
    actor.send({ type: 'REQUIRE' })
    expect(call.calls.length).toBe(3)
  })

  test('keeps its data when a call is aborted', async () => {
    const { actor, call, answer, state, ids } = openList()
    actor.send({ type: 'FETCH' })
    actor.send({ type: 'ABORT' })
    expect(call.last().signal.aborted).toBe(true)
    expect(state().status).toBe('notSet')
    actor.send({ type: 'FETCH' })
    await answer('a')
    actor.send({ type: 'FETCH' })
    actor.send({ type: 'ABORT' })
    expect(state().status).toBe('success')
    expect(ids()).toEqual(['a'])
  })

  test('does not fail when a request was aborted elsewhere', async () => {
    const { actor, call, state } = openList()
    actor.send({ type: 'FETCH' })
    call.last().reject(aborted)
    await heard()
    expect(state()).toMatchObject({ status: 'notSet' })
    expect(state().error).toBeUndefined()
  })

  test('keeps the failure of a fetch, and the data from before', async () => {
    const { actor, call, answer, state, ids } = openList()
    actor.send({ type: 'FETCH' })
    await answer('a')
    actor.send({ type: 'FETCH' })
    expect(state()).toMatchObject({ status: 'pending', complete: true })
    call.last().reject(new CallError(failure))
    await heard()
    expect(state()).toMatchObject({ status: 'failed', error: failure })
    expect(ids()).toEqual(['a'])
    actor.send({ type: 'FETCH' })
    call.last().reject(new TypeError('a bug'))
    await heard()
    expect(state().error).toMatchObject({ operation: 'monitor.list', message: 'a bug', status: null })
  })

  test('shows a long list while it loads; a complete list stays visible during a refresh', async () => {
    const { actor, call, answer, ids, state } = openList()
    actor.send({ type: 'FETCH' })
    call.last().input.onPage([{ id: 'a' }])
    call.last().input.onPage([{ id: 'b' }])
    expect(ids()).toEqual(['a', 'b'])
    expect(state().complete).toBe(false)
    await answer('a', 'b', 'c')
    actor.send({ type: 'FETCH' })
    call.last().input.onPage([{ id: 'z' }])
    expect(ids()).toEqual(['a', 'b', 'c'])
  })

  test('drops a partial list when its fetch fails and is retried', async () => {
    const { actor, call, ids } = openList()
    actor.send({ type: 'FETCH' })
    call.last().input.onPage([{ id: 'a' }])
    call.last().reject(new CallError(failure))
    await heard()
    actor.send({ type: 'FETCH' })
    call.last().input.onPage([{ id: 'a' }])
    expect(ids()).toEqual(['a'])
  })

  test('that changed during a fetch is fetched once more', async () => {
    const { actor, call, answer, state } = openList()
    actor.send({ type: 'FETCH' })
    actor.send({ type: 'OUTDATED' })
    actor.send({ type: 'OUTDATED' })
    await answer('a')
    expect(state().status).toBe('pending')
    expect(call.calls.length).toBe(2)
    await answer('b')
    expect(state().status).toBe('success')
  })

  test('when cleared, aborts its call and drops its data', async () => {
    const { actor, call, answer, state } = openList()
    actor.send({ type: 'FETCH' })
    await answer('a')
    actor.send({ type: 'FETCH' })
    actor.send({ type: 'CLEAR' })
    expect(call.last().signal.aborted).toBe(true)
    expect(state()).toEqual({ status: 'notSet', complete: false, fetchedAt: null })
  })
})

describe('A save', () => {
  test('ignores a second save while one is pending, and a delete succeeds without content', async () => {
    const call = deferred<Answered, Call>()
    const actor = createActor(saveMachine.provide({ actors: { call: call.logic } }), {
      input: { operation: 'monitor.remove' },
    }).start()
    const state = () => saveStateOf<'monitor.remove'>(actor.getSnapshot())
    expect(saveStateOf(undefined)).toEqual({ status: 'idle' })
    actor.send({ type: 'SAVE', input: { params: { id: 'a' } } })
    actor.send({ type: 'SAVE', input: { params: { id: 'b' } } })
    expect(call.calls.map(({ input }) => input)).toEqual([
      { operation: 'monitor.remove', input: { params: { id: 'a' } } },
    ])
    call.last().resolve({ answer: null, at: 1 })
    await heard()
    expect(state()).toEqual({ status: 'success', answer: null })
    actor.send({ type: 'SAVE', input: { params: { id: 'a' } } })
    call.last().reject(new CallError(failure))
    await heard()
    expect(state()).toEqual({ status: 'failed', error: failure })
  })
})
