import { attackNames, loadAttack } from '../attacks/attack.ts'
import { readNews, settle } from '../faults/news.ts'
import { type Toll, tollOf, type Victim } from '../faults/toll.ts'
import { openWorld } from '../faults/world.ts'
import type { BenchOptions } from './main.ts'
import type { Row } from './row.ts'

const KILLS = 20
const names: Record<Victim, string> = { server: 'the server', postgres: 'PostgreSQL', agent: 'an agent' }

/** Measures the damage of kills under load and of each long attack. */
export const faultsBench = async ({ say }: BenchOptions): Promise<Row[]> => {
  const rows = await killsBench(say)
  for (const name of attackNames) rows.push(...(await (await loadAttack(name))((line) => say(`  ${line.trim()}`))))
  return rows
}

/** Twenty kills each of server, PostgreSQL and agent under load. */
const killsBench = async (say: BenchOptions['say']): Promise<Row[]> => {
  const world = await openWorld()
  try {
    const tolls: Toll[] = []
    for (const victim of ['agent', 'server', 'postgres'] as const) {
      const toll = await tollOf(world, victim, KILLS, Math.random)
      say(`  ${names[victim]}: ${JSON.stringify(toll)}`)
      tolls.push(toll)
    }
    const acknowledged = world.reporter.acknowledged.size
    await settle(world)
    const { forgotten, surplus } = await readNews(world)
    const sum = (of: (toll: Toll) => number) => tolls.reduce((total, toll) => total + of(toll), 0)
    const rows = [
      ['results acknowledged or due, and lost', 'results', sum((toll) => toll.lost)],
      ['results stored or summed up twice', 'results', sum((toll) => toll.doubled)],
      ['failures that the receiver was never told of', 'messages', forgotten],
      ['messages that are no single failure’s', 'messages', surplus],
      ['starts at which the store did not open', 'starts', sum((toll) => toll.unopened)],
    ] as const
    return [
      { figure: 'faults: kills of server, PostgreSQL and agent', value: sum((toll) => toll.kills), unit: 'kills' },
      {
        figure: 'faults: results acknowledged meanwhile to the agent played by hand',
        value: acknowledged,
        unit: 'results',
      },
      { figure: 'faults: messages received meanwhile', value: world.receiver.messages.size, unit: 'messages' },
      ...rows.map(([figure, unit, value]): Row => ({ figure: `faults: ${figure}`, value, unit, target: '= 0' })),
    ]
  } finally {
    await world.close()
  }
}
