import { setTimeout as wait } from 'node:timers/promises'
import { compareLedgers, countDoubled, readLedger } from '../../faults/ledger.ts'
import { openWorld } from '../../faults/world.ts'

const CUT_OFF_MS = 180_000

/** An agent hangs for three minutes, as one whose network is gone, and comes back with what it had. */
export const attack = async (
  say: (line: string) => void,
): Promise<{ name: string; held: boolean; figure: string }[]> => {
  const world = await openWorld()
  try {
    await world.acknowledgedMore(50)
    const before = await readLedger(world.installation)
    say('agent cut off: for three minutes')
    process.kill(world.agent.pid(), 'SIGSTOP')
    await wait(CUT_OFF_MS)
    const skipped = `select coalesce(sum(missed + overlapped), 0)::int as count from slot s
      join location l on l.key = s.location_key where l.id = 'far'`
    const [told] = await world.installation.query<{ count: number }>(skipped)
    process.kill(world.agent.pid(), 'SIGCONT')
    await wait(40_000)
    const { lost, doubled } = compareLedgers(before, await readLedger(world.installation))
    await world.endLoad()
    const twice = await countDoubled(world.installation)
    return [
      { name: 'agent cut off: every due run is stored, queued or counted', held: lost === 0, figure: `${lost} lost` },
      {
        name: 'agent cut off: no run is stored or counted twice',
        held: doubled + twice === 0,
        figure: `${doubled + twice} doubled`,
      },
      {
        name: 'agent cut off: the runs that were not made are counted',
        held: (told?.count ?? 0) > 0,
        figure: `${told?.count ?? 0} runs`,
      },
    ]
  } finally {
    await world.close()
  }
}
