import { describe, expect, test } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import { connectionMachine, OVERDUE_MS, probeDelayMs, type Reached, SLOW_MS } from '../../../machines/connection.ts'
import { deferred } from '../deferred.ts'

const heard = () => new Promise((resolve) => setImmediate(resolve))

const openConnection = () => {
  const probe = deferred<Reached, object>()
  const clock = new SimulatedClock()
  const actor = createActor(connectionMachine.provide({ actors: { probe: probe.logic } }), {
    clock,
    input: { version: '1', now: () => clock.now() },
  }).start()
  const answer = async (version: string) => {
    probe.last().resolve({ version })
    await heard()
  }
  const fail = async () => {
    probe.last().reject(new Error('No answer.'))
    await heard()
  }
  return { actor, probe, clock, answer, fail, has: (tag: string) => actor.getSnapshot().hasTag(tag as never) }
}

describe('The connection', () => {
  test('is probed when a heartbeat is overdue, and only then', () => {
    const { actor, clock, probe } = openConnection()
    actor.send({ type: 'BEAT' })
    clock.increment(OVERDUE_MS - 1)
    actor.send({ type: 'BEAT' })
    clock.increment(OVERDUE_MS - 1)
    expect(probe.calls).toHaveLength(0)
    clock.increment(1)
    expect(probe.calls).toHaveLength(1)
  })

  test('expects no heartbeat of a stream that was closed on purpose', () => {
    const { actor, clock, probe } = openConnection()
    actor.send({ type: 'BEAT' })
    actor.send({ type: 'CLOSED' })
    clock.increment(OVERDUE_MS * 2)
    expect(probe.calls).toHaveLength(0)
  })

  test('is called slow only while the probe is slow too, and is lost since the moment it fails', async () => {
    const { actor, clock, fail, has } = openConnection()
    clock.increment(1_000)
    actor.send({ type: 'CHECK' })
    clock.increment(SLOW_MS - 1)
    expect(has('slow')).toBe(false)
    clock.increment(1)
    expect(has('slow')).toBe(true)
    await fail()
    expect(has('away')).toBe(true)
    expect(actor.getSnapshot().context).toMatchObject({ answeredAt: 0, lostAt: 1_000 + SLOW_MS })
  })

  test('is probed after growing waits until it answers, and keeps since when it did not', async () => {
    const { actor, clock, answer, fail, probe, has } = openConnection()
    actor.send({ type: 'LOST' })
    await fail()
    const waits = [1, 2, 3, 4, 5, 6, 7].map(probeDelayMs)
    expect(waits).toEqual([...waits].sort((a, b) => a - b))
    for (const [at, wait] of waits.entries()) {
      clock.increment(wait - 1)
      expect(probe.calls).toHaveLength(at + 1)
      clock.increment(1)
      expect(probe.calls).toHaveLength(at + 2)
      await fail()
    }
    expect(actor.getSnapshot().context.lostAt).toBe(0)
    actor.send({ type: 'TRY' })
    await answer('1')
    expect([has('answering'), actor.getSnapshot().context.lostAt]).toEqual([true, null])
  })

  test('tells another version from the page’s own', async () => {
    const { actor, answer, has } = openConnection()
    actor.send({ type: 'CHECK' })
    await answer('1')
    expect(has('outdated')).toBe(false)
    actor.send({ type: 'CHECK' })
    await answer('2')
    expect([has('answering'), has('outdated')]).toEqual([true, true])
  })
})
