import { describe, expect, test } from 'vitest'
import { type AnyEventObject, createActor, fromCallback, SimulatedClock } from 'xstate'
import { backOffMs, liveMachine } from '../../../machines/live.ts'

describe('The live stream', () => {
  const openLive = () => {
    const streams: { input: unknown; ended: boolean; tell: (event: AnyEventObject) => void }[] = []
    const clock = new SimulatedClock()
    const stream = fromCallback<AnyEventObject, { projectId: string; lastId: string | null }>(({ input, sendBack }) => {
      const one = { input, ended: false, tell: sendBack }
      streams.push(one)
      return () => {
        one.ended = true
      }
    })
    const actor = createActor(liveMachine.provide({ actors: { stream } }), { clock }).start()
    const tell = (event: AnyEventObject) => streams.at(-1)?.tell(event)
    return { actor, clock, streams, tell, now: () => actor.getSnapshot().value }
  }

  test('holds one connection until it is lost, and resumes after the last event', () => {
    const { actor, clock, streams, tell, now } = openLive()
    actor.send({ type: 'START', projectId: 'a' })
    tell({ type: 'OPENED' })
    tell({ type: 'EVENT', event: { type: 'reset' }, id: '7' })
    tell({ type: 'EVENT', event: { type: 'reset' }, id: null })
    expect([now(), streams.length]).toEqual(['open', 1])
    tell({ type: 'LOST' })
    expect([now(), streams[0]?.ended]).toEqual(['waiting', true])
    clock.increment(1_000)
    expect(streams.map(({ input }) => input)).toEqual([
      { projectId: 'a', lastId: null },
      { projectId: 'a', lastId: '7' },
    ])
  })

  test('waits 1, 2, 5, 15 and then 30 seconds, less if the network is back', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 99].map(backOffMs)).toEqual([
      1_000, 1_000, 2_000, 5_000, 15_000, 30_000, 30_000, 30_000,
    ])
    const { actor, clock, streams, tell } = openLive()
    actor.send({ type: 'START', projectId: 'a' })
    for (const waitMs of [1_000, 2_000, 5_000, 15_000, 30_000, 30_000]) {
      tell({ type: 'LOST' })
      const before = streams.length
      clock.increment(waitMs - 1)
      expect(streams.length).toBe(before)
      clock.increment(1)
      expect(streams.length).toBe(before + 1)
    }
    tell({ type: 'LOST' })
    actor.send({ type: 'ONLINE' })
    expect(streams.length).toBe(8)
    expect(streams.filter(({ ended }) => !ended).length).toBe(1)
  })

  test('starts a new stream for another project, and keeps it for the same one', () => {
    const { actor, streams, tell, now } = openLive()
    actor.send({ type: 'START', projectId: 'a' })
    tell({ type: 'EVENT', event: { type: 'reset' }, id: '7' })
    actor.send({ type: 'START', projectId: 'a' })
    expect(streams.length).toBe(1)
    actor.send({ type: 'START', projectId: 'b' })
    expect(streams.map(({ input, ended }) => [input, ended])).toEqual([
      [{ projectId: 'a', lastId: null }, true],
      [{ projectId: 'b', lastId: null }, false],
    ])
    actor.send({ type: 'STOP' })
    expect([now(), streams.at(-1)?.ended]).toEqual(['off', true])
  })
})
