import { setTimeout as wait } from 'node:timers/promises'
import { compareLedgers, readLedger } from '../../faults/ledger.ts'
import { familyOf } from '../../support/family.ts'
import type { BenchOptions } from '../main.ts'
import { processorSeconds } from '../processor-time.ts'
import type { Row } from '../row.ts'
import { readBooks, readSlots } from './books.ts'
import { type Disturbance, disturbances } from './disturbances.ts'
import { onSite, type Site } from './site.ts'
import { type Passed, spanRows } from './span-rows.ts'
import { systemBinaries } from './system-postgres.ts'
import { watch } from './watch.ts'

const MONITORS = 2_000
const EVERY_SECONDS = 60
/** Connections, caches and statistics of the database are warm then. */
const WARM_MS = 30_000
const MOST_PEACE_MINUTES = 2
/** Runs that a disturbance held up are made in this time, before the next one. */
const RECOVERS_MS = 20_000
const QUIET_WITHIN_MS = 60_000
const LOOK_EVERY_MS = 500

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`

/** Measures servers that share the system's PostgreSQL, with its defaults, behind a proxy: in peace, and while their parts are stopped and killed. */
export const serversBench = async ({ say, minutes }: BenchOptions): Promise<Row[]> => {
  const binaries = systemBinaries()
  if (binaries === null) {
    say('  skipped: this system has no PostgreSQL of its own (on Debian: apt-get install postgresql)')
    return []
  }
  return onSite(binaries, { monitors: MONITORS, everySeconds: EVERY_SECONDS }, async (site) => {
    const { postgres, servers } = site
    say(`  PostgreSQL ${postgres.version} as installed, ${servers.length} servers, ${MONITORS} monitors at 2 locations`)
    await wait(WARM_MS)
    const ledger = await readLedger(postgres)
    const peaceMs = Math.min(minutes, MOST_PEACE_MINUTES) * 60_000
    say(`  in peace, for ${peaceMs / 1_000} s`)
    const before = processorTimes(site)
    const passed = [await pass(site, 'in peace', null, () => wait(peaceMs))]
    const used = Object.entries(processorTimes(site)).map(
      ([part, seconds]) => [part, seconds - (before[part] ?? 0)] as const,
    )
    for (const disturbance of disturbances) {
      say(`  ${disturbance.name}`)
      const one = await pass(site, disturbance.name, disturbance, () => disturbance.happen(site))
      const { stillMs, unreadyMs } = one.watched
      say(`    nothing stored for ${seconds(stillMs)}; another server not ready for ${seconds(unreadyMs)}`)
      passed.push(one)
    }
    say('  until nothing is under way')
    await untilNone(site, `select count(*)::int as count from job where due < ${passed.at(-1)?.toMs}`)
    const slots = await readSlots(site)
    const { lost, doubled } = compareLedgers(ledger, await readLedger(postgres))
    const left = await settle(site)
    const books = await readBooks(site, slots)
    const accounts = passed.map((one) => ({ one, account: books.of(one) }))
    const runs = accounts[0]?.account.due ?? Number.NaN
    return [
      ...accounts.flatMap(({ one, account }) => spanRows(one, account)),
      ...used.map(
        ([part, seconds]): Row => ({
          figure: `servers in peace: processor time of ${part} for a run`,
          value: (seconds * 1_000) / runs,
          unit: 'ms',
        }),
      ),
      { figure: 'servers: runs and messages still under way at the end', value: left, unit: 'rows', target: '= 0' },
      { figure: 'servers: due runs neither made nor counted, over all', value: lost, unit: 'runs', target: '= 0' },
      { figure: 'servers: runs made or counted twice, over all', value: doubled, unit: 'runs', target: '= 0' },
    ]
  })
}

/** Passes a span of the measurement, and watches the servers that nothing happens to. */
const pass = async (
  { postgres, servers }: Site,
  name: string,
  disturbance: Disturbance | null,
  happen: () => Promise<void>,
): Promise<Passed> => {
  const fromMs = Date.now()
  const watching = watch(
    postgres,
    servers.filter((_, number) => disturbance?.others.includes(number) ?? true),
  )
  await happen().catch(async (error: unknown) => {
    await watching.stop()
    throw error
  })
  if (disturbance) await wait(RECOVERS_MS)
  const watched = await watching.stop()
  return { fromMs, toMs: Date.now(), name, watched, disturbance }
}

/** Waits until a query counts nothing, but not for ever; returns what it counts then. */
const untilNone = async ({ postgres }: Site, counting: string): Promise<number> => {
  const endMs = Date.now() + QUIET_WITHIN_MS
  for (;;) {
    const count = (await postgres.query<{ count: number }>(counting))[0]?.count ?? Number.NaN
    if (count === 0 || Date.now() > endMs) return count
    await wait(LOOK_EVERY_MS)
  }
}

/** Disables the schedule and waits until no run, result or message is under way; returns how many are, if that takes too long. */
const settle = async (site: Site): Promise<number> => {
  const [schedule] = await site.postgres.query<{ id: string }>("select id from object where kind = 'schedule'")
  await site.servers[0]?.api.put(`/api/3/schedules/${schedule?.id}`, { enabled: false })
  return untilNone(
    site,
    `select ((select count(*) from job) + (select count(*) from alert_waiting)
      + (select count(*) from delivery where state = 0))::int as count`,
  )
}

/** Seconds of processor time that each part of the site has used. */
const processorTimes = ({ postgres, servers, agents }: Site): Record<string, number> => ({
  'the three servers': processorSeconds(servers.map((server) => server.serverPid())),
  PostgreSQL: processorSeconds(familyOf(postgres.pid())),
  'the two agents': processorSeconds(agents.map((agent) => agent.pid())),
  'the idle agents of the servers': processorSeconds(servers.map((server) => server.agentPid() ?? 0)),
  'proxy, target and receiver': processorSeconds([process.pid]),
})
