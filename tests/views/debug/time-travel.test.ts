import { describe, expect, test } from 'vitest'
import { createActor } from 'xstate'
import { listMachine } from '../../../machines/list.ts'
import { toastsMachine } from '../../../machines/toasts.ts'
import { openTape } from '../../../src/views/core/tape.ts'
import { differencesOf } from '../../../src/views/debug/difference.ts'
import { recorderOf } from '../../../src/views/debug/recorder.ts'
import { selectionOf, snapshotAt, stepAddress, stepAway, stepBefore } from '../../../src/views/debug/selection.ts'
import { MOST_ENDED } from '../../../src/views/debug/tracks.ts'
import { openTestRecorder } from './recording.ts'

describe('Looking back at an event', () => {
  test('shows state, context and changes as they were, and changes nothing in the running machine', () => {
    const { recorder, start } = openTestRecorder()
    const list = start(listMachine)
    list.send({ type: 'ROWS', ids: ['a', 'b'] })
    list.send({ type: 'MOVE', by: 1 })
    list.send({ type: 'MOVE', by: 1 })
    const recording = recorder.recording()
    const looked = recording.steps[1]
    if (!looked) throw new Error('Nothing was recorded.')
    const { actor, step, missing } = selectionOf(recording, { step: stepAddress(recording, looked) })
    if (!actor || !step) throw new Error('The step was not found.')
    const snapshot = snapshotAt(actor, step)
    expect([missing, snapshot.value, snapshot.context.cursor]).toEqual([null, 'filled', 'a'])
    expect(differencesOf(stepBefore(actor, step)?.context, step.context)).toEqual([
      { path: 'cursor', before: null, after: 'a' },
    ])
    expect(list.getSnapshot().context.cursor).toBe('b')
    expect(recorder.recording().count).toBe(recording.count)
  })

  test('moves to older and newer events and stops at both ends', () => {
    const { recorder, start } = openTestRecorder()
    const list = start(listMachine)
    for (const ids of [['a'], ['b'], ['c']]) list.send({ type: 'ROWS', ids })
    const { steps } = recorder.recording()
    const [newest = null, second = null] = steps
    expect(stepAway(steps, null, 1)).toBe(newest)
    expect(stepAway(steps, newest, 1)).toBe(second)
    expect(stepAway(steps, second, -1)).toBe(newest)
    expect(stepAway(steps, newest, -1)).toBe(newest)
    expect(stepAway(steps, steps.at(-1) ?? null, 1)).toBe(steps.at(-1))
    // A filter hides the selected event: its neighbors in time are meant.
    const others = steps.filter((step) => step !== second)
    expect(stepAway(others, second, 1)).toBe(steps[2])
    expect(stepAway(others, second, -1)).toBe(newest)
  })

  test('tells a link of another recording from one of an event that was let go', () => {
    const { recorder, start } = openTestRecorder()
    start(listMachine)
    const recording = recorder.recording()
    expect(selectionOf(recording, { step: 'earlier.1' })).toMatchObject({ step: null, missing: 'another recording' })
    expect(selectionOf(recording, { step: `${recording.id}.999` })).toMatchObject({ step: null, missing: 'let go' })
  })

  test('names what was added, changed and removed', () => {
    const before = { name: 'a', tags: ['x'], gone: 1, same: { deep: true } }
    const after = { name: 'b', tags: ['x', 'y'], same: { deep: true }, come: null }
    expect(differencesOf(before, after)).toEqual([
      { path: 'name', before: 'a', after: 'b' },
      { path: 'tags.1', after: 'y' },
      { path: 'gone', before: 1 },
      { path: 'come', after: null },
    ])
  })
})

describe('A recording', () => {
  test('begins with the page, although the recorder is loaded later', () => {
    const tape = openTape(Date.now, (task) => task())
    createActor(listMachine, { inspect: tape.inspect, input: undefined })
      .start()
      .send({ type: 'ROWS', ids: ['a'] })
    expect(
      recorderOf(tape)
        .recording()
        .steps.map(({ event }) => event.type),
    ).toEqual(['ROWS', 'xstate.init'])
  })

  test('is bounded: the oldest events go, first of machines that hold the most, and it says how many', () => {
    const { recorder, start, actorOf } = openTestRecorder()
    const toasts = start(toastsMachine)
    toasts.send({ type: 'SHOW', text: 'Saved.' })
    const list = start(listMachine)
    const rows = Array.from({ length: 2_000 }, (_, place) => `m${place}`)
    for (let turn = 0; turn < 200; turn++) list.send({ type: 'ROWS', ids: [...rows, String(turn)] })
    const { count, steps } = recorder.recording()
    expect(count).toBe(203)
    expect(steps.length).toBeLessThan(203)
    expect(actorOf('list').dropped).toBe(count - steps.length)
    expect(actorOf('list').steps.at(-1)?.context).toBe(list.getSnapshot().context)
    expect(actorOf('toasts').dropped).toBe(0)
  })

  test('keeps machines that ended for a while, and the last ones of many', () => {
    const { recorder, start } = openTestRecorder()
    for (let turn = 0; turn < MOST_ENDED + 5; turn++) start(listMachine).stop()
    const { actors } = recorder.recording()
    expect(actors.length).toBe(MOST_ENDED)
    expect(actors.every(({ ref, endedAt }) => ref === null && endedAt !== null)).toBe(true)
  })

  test('is shown as it was while it is paused, and has no gap afterwards', () => {
    const { recorder, start } = openTestRecorder()
    const list = start(listMachine)
    recorder.pause(true)
    list.send({ type: 'ROWS', ids: ['a'] })
    expect(recorder.recording()).toMatchObject({ paused: true, count: 1 })
    recorder.pause(false)
    expect(recorder.recording()).toMatchObject({ paused: false, count: 2 })
  })

  test('tells its listeners of a new event', () => {
    const { recorder, start } = openTestRecorder()
    const list = start(listMachine)
    const seen: number[] = []
    const stop = recorder.subscribe(() => seen.push(recorder.recording().count))
    list.send({ type: 'ROWS', ids: ['a'] })
    stop()
    list.send({ type: 'ROWS', ids: ['b'] })
    expect(seen.at(-1)).toBe(2)
  })
})
