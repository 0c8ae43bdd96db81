import { expect, onTestFinished, test } from 'vitest'
import { openLoops } from '../../../src/server/start/loops.ts'
import { eventually } from '../../support/eventually.ts'

test('an outage of the database is one line when it begins and one when it ends, for all loops together', async () => {
  const told: string[] = []
  let isAway = true
  const rounds = { scheduler: 0, sweep: 0, live: 0 }
  const query = (name: keyof typeof rounds) => async () => {
    rounds[name]++
    if (isAway) throw Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' })
  }
  const row = { everyMs: 1, stops: 'work', kind: 'messages' } as const
  const loops = openLoops((line) => told.push(line))
  loops.start([
    { ...row, name: 'scheduler', work: query('scheduler') },
    { ...row, name: 'sweep', work: query('sweep') },
    // A round without a query says nothing about the database.
    { ...row, name: 'live', work: async () => void rounds.live++ },
  ])
  onTestFinished(() => loops.stop('work'))
  const moreRounds = async () => {
    const before = { ...rounds }
    const isPast = () =>
      Object.entries(before).every(([name, count]) => rounds[name as keyof typeof rounds] > count + 2)
    await eventually(async () => isPast(), { what: 'further rounds of all loops' })
  }
  await moreRounds()
  const lost = 'The database cannot be reached (ECONNREFUSED). Sonde tries again until it is back.'
  expect(told).toEqual([lost])
  isAway = false
  await moreRounds()
  expect(told).toEqual([lost, 'The database is back.'])
  isAway = true
  await moreRounds()
  expect(told).toEqual([lost, 'The database is back.', lost])
})
