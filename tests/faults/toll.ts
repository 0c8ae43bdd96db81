import { eventually } from '../support/eventually.ts'
import { compareLedgers, countDoubled, countLost, readLedger } from './ledger.ts'
import type { World } from './world.ts'

export type Victim = 'server' | 'postgres' | 'agent'

/** Damage of a series of kills; everything but the kills must be 0. */
export type Toll = {
  kills: number
  /** Acknowledged results or due runs that do not exist. */
  lost: number
  /** Results that are stored or counted twice. */
  doubled: number
  /** Starts with a store that failed to open. */
  unopened: number
}

const BACK_WITHIN_MS = 30_000

const killOnce: Record<Victim, (world: World) => Promise<void>> = {
  server: async ({ installation }) => {
    await installation.kill()
    await installation.start()
  },
  postgres: async ({ installation }) => {
    const killed = installation.postgresPid()
    process.kill(killed, 'SIGKILL')
    await eventually(async () => (await installation.query('select 1')) && installation.postgresPid() !== killed, {
      withinMs: BACK_WITHIN_MS,
      what: 'another PostgreSQL',
    })
  },
  agent: async ({ installation, agent }) => {
    await agent.kill()
    const stored = async () =>
      (
        await installation.query<{ count: number }>(
          "select count(*)::int from result join location l on l.key = location_key where l.id = 'far'",
        )
      )[0]?.count ?? 0
    const before = await stored()
    agent.start()
    await eventually(async () => (await stored()) > before, { withinMs: BACK_WITHIN_MS, what: 'results of the agent' })
  },
}

/**
 * Kills one part of a loaded installation (signal 9) repeatedly, each time during new work, and counts the damage. `chance` returns a
 * number from 0 to 1.
 */
export const tollOf = async (world: World, victim: Victim, kills: number, chance: () => number): Promise<Toll> => {
  const { installation, reporter } = world
  await world.acknowledgedMore(50)
  const before = await readLedger(installation)
  let unopened = 0
  for (let kill = 0; kill < kills; kill++) {
    await world.acknowledgedMore(20 + Math.floor(chance() * 200))
    await killOnce[victim](world).catch(async (error: unknown) => {
      if (victim !== 'server') throw error
      unopened++
      await installation.start()
    })
    await installation.healthy()
  }
  await world.acknowledgedMore(50)
  const { lost, doubled } = compareLedgers(before, await readLedger(installation))
  return {
    kills,
    lost: lost + (await countLost(installation, reporter)),
    doubled: doubled + (await countDoubled(installation)),
    unopened,
  }
}
