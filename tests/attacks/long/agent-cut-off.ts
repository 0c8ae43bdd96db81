import { setTimeout as wait } from 'node:timers/promises'
import { compareLedgers, countDoubled, readLedger } from '../../faults/ledger.ts'
import { openWorld } from '../../faults/world.ts'
import type { Attack } from '../attack.ts'

const CUT_OFF_MS = 180_000

/** An agent is frozen for three minutes, as if its network was gone, and comes back with its results. */
export const attack: Attack = async (say) => {
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
    const [away] = await world.installation.query<{ count: number }>(
      "select count(*)::int from absence a join location l on l.key = a.location_key where l.id = 'far'",
    )
    process.kill(world.agent.pid(), 'SIGCONT')
    await wait(40_000)
    const { lost, doubled } = compareLedgers(before, await readLedger(world.installation))
    await world.endLoad()
    const twice = await countDoubled(world.installation)
    return [
      { figure: 'agent cut off for 180 s: due runs lost', value: lost, unit: 'runs', target: '= 0' },
      { figure: 'agent cut off: runs stored or summed up twice', value: doubled + twice, unit: 'runs', target: '= 0' },
      { figure: 'agent cut off: runs not made, and counted', value: told?.count ?? 0, unit: 'runs', target: '> 0' },
      {
        figure: 'agent cut off: times its location was told to be away',
        value: away?.count ?? 0,
        unit: 'times',
        target: '= 1',
      },
    ]
  } finally {
    await world.close()
  }
}
