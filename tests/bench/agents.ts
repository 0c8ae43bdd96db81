import { setTimeout as wait } from 'node:timers/promises'
import { compareLedgers, countDoubled, readLedger } from '../faults/ledger.ts'
import { type AgentProcess, startAgentProcess } from '../support/agent-process.ts'
import { familyOf } from '../support/family.ts'
import type { Installation } from '../support/installation.ts'
import { makeMonitors, makeSchedule } from '../support/many-monitors.ts'
import { lagBetween, lagRows } from './lag.ts'
import type { BenchOptions } from './main.ts'
import { processorSeconds } from './processor-time.ts'
import type { Row } from './row.ts'
import { inWorkshop, type Workshop } from './workshop.ts'

const AGENTS_AT_EACH = 2
const EVERY_SECONDS = 60
/** A first period passes before anything is measured: connections, caches and statistics of the database are warm then. */
const WARM_MS = 60_000
const CALM_MS = 60_000
const KILLS = 10
const BETWEEN_KILLS_MS = 4_000
/** A lease ends after this, and a run whose agent died is made again. */
const SETTLED_MS = 45_000
/** Periods of the schedule in seconds, each faster than the one before. */
const FASTER = [40, 30, 24, 20, 16, 13, 11, 10]
const STEP_MS = 25_000
const SETTLE_STEP_MS = 8_000
const LIMIT_MS = 1_000
/** Shorter benches raise the rate twice only. */
const SHORT_MINUTES = 3

type Part = 'server' | 'database' | 'agents'

/** How many there are: agents at half as many locations, and targets that run at each. */
type Size = { readonly locations: number; readonly targets: number }

const sizeOf = ({ agents, places }: BenchOptions): Size => {
  const locations = Math.floor(agents / AGENTS_AT_EACH)
  return { locations, targets: Math.round(places / locations) }
}

/** Agents, two at each location, as processes on this machine. */
const startAgents = ({ installation, programs, targetUrl }: Workshop, { locations }: Size): AgentProcess[] =>
  Array.from({ length: locations * AGENTS_AT_EACH }, (_, at) =>
    startAgentProcess(programs, installation, {
      name: `place_${at % locations}`,
      folder: `agent-${at}`,
      allowPrivate: new URL(targetUrl).host,
    }),
  )

const secondsOf = (installation: Installation, agents: readonly AgentProcess[]): Record<Part, number> => {
  const database = familyOf(installation.postgresPid())
  return {
    server: processorSeconds([installation.serverPid()]),
    database: processorSeconds(database),
    agents: processorSeconds(agents.map((agent) => agent.pid())),
  }
}

/** Processor time of each part over an interval, in percent of one core. */
const sharesOver = async (installation: Installation, agents: readonly AgentProcess[], ms: number) => {
  const before = secondsOf(installation, agents)
  await wait(ms)
  const after = secondsOf(installation, agents)
  const share = (part: Part) => Math.round(((after[part] - before[part]) * 100_000) / ms)
  return { server: share('server'), database: share('database'), agents: share('agents') }
}

/** Kills agents (signal 9) and stops others, and lets each join again, under load. */
const disturb = async (agents: readonly AgentProcess[], say: BenchOptions['say']): Promise<void> => {
  for (let kill = 0; kill < KILLS; kill++) {
    say(`  agents end and join again: ${kill + 1} of ${KILLS}`)
    const agent = agents[(kill * 7) % agents.length]
    await (kill % 2 === 0 ? agent?.kill() : agent?.stop())
    await wait(BETWEEN_KILLS_MS)
    agent?.start()
  }
}

/** Raises the rate until one run in a hundred starts more than a second late. */
const raise = async (
  { installation }: Workshop,
  agents: readonly AgentProcess[],
  scheduleId: string,
  { say, minutes, places }: BenchOptions,
): Promise<Row[]> => {
  let held = places / EVERY_SECONDS
  for (const seconds of minutes < SHORT_MINUTES ? FASTER.slice(0, 2) : FASTER) {
    await installation.api.put(`/api/3/schedules/${scheduleId}`, { frequency: seconds })
    await wait(SETTLE_STEP_MS)
    const from = Date.now()
    const shares = await sharesOver(installation, agents, STEP_MS)
    const lag = await lagBetween(installation, from, from + STEP_MS - SETTLE_STEP_MS)
    const wanted = places / seconds
    const made = (lag.count * 1000) / (STEP_MS - SETTLE_STEP_MS)
    say(
      `  ${Math.round(wanted)} runs/s: ${Math.round(made)} made, lag p99 ${lag.p99} ms, % of a core: ${JSON.stringify(shares)}`,
    )
    if (lag.p99 > LIMIT_MS || made < wanted * 0.95) {
      const [part, share] = Object.entries(shares).reduce((most, each) => (each[1] > most[1] ? each : most))
      return [
        { figure: 'agents: highest rate with 99 of 100 within a second', value: held, unit: 'runs/s' },
        { figure: `agents: most processor time beyond that, by the ${part}`, value: share, unit: '% of a core' },
      ]
    }
    held = wanted
  }
  return [{ figure: 'agents: highest rate with 99 of 100 within a second, or more', value: held, unit: 'runs/s' }]
}

type Skipped = { readonly missed: number; readonly overlapped: number }

/** Runs that were due and not made, as the server counts them. */
const skippedRuns = async ({ query }: Installation): Promise<Skipped> => {
  const [row] = await query<Skipped>('select sum(missed)::int as missed, sum(overlapped)::int as overlapped from slot')
  return row ?? { missed: Number.NaN, overlapped: Number.NaN }
}

/** Measures agents that share the runs of each minute: lag, losses while agents come and go, and the limit. */
export const agentsBench = (options: BenchOptions): Promise<Row[]> =>
  inWorkshop(async (workshop) => {
    const { installation, targetUrl } = workshop
    const { say } = options
    const size = sizeOf(options)
    const agents = startAgents(workshop, size)
    try {
      const locations = Array.from({ length: size.locations }, (_, at) => `place_${at}`)
      const monitors = await makeMonitors(
        installation,
        Array.from({ length: size.targets }, () => `${targetUrl}/`),
      )
      const scheduleId = await makeSchedule(installation, monitors, { everySeconds: EVERY_SECONDS, locations })
      say(`  ${agents.length} agents, ${size.targets * size.locations} runs a minute; the first minute is not measured`)
      await wait(WARM_MS)
      const from = Date.now()
      const shares = await sharesOver(installation, agents, CALM_MS)
      const calm = await lagBetween(installation, from, from + CALM_MS - SETTLE_STEP_MS)
      say(`  ${calm.count} runs, % of a core: ${JSON.stringify(shares)}`)
      const perRunMs = (share: number) => (share * 10 * EVERY_SECONDS) / options.places
      const before = await readLedger(installation)
      const skippedBefore = await skippedRuns(installation)
      const disturbedFrom = Date.now()
      await disturb(agents, say)
      const disturbedTo = Date.now()
      say('  runs of agents that ended are made again')
      await wait(SETTLED_MS)
      const { lost, doubled } = compareLedgers(before, await readLedger(installation))
      const twice = await countDoubled(installation)
      const disturbed = await lagBetween(installation, disturbedFrom, disturbedTo)
      const skipped = await skippedRuns(installation)
      const of = `${agents.length} agents, ${size.targets * size.locations} runs a minute`
      return [
        ...lagRows(of, calm),
        { figure: `${of}: processor time of the server for a run`, value: perRunMs(shares.server), unit: 'ms' },
        { figure: `${of}: processor time of the database for a run`, value: perRunMs(shares.database), unit: 'ms' },
        {
          figure: `agents: runs lost while ${KILLS} agents were ended and joined again`,
          value: lost,
          unit: 'runs',
          target: '= 0',
        },
        { figure: 'agents: runs doubled meanwhile', value: doubled + twice, unit: 'runs', target: '= 0' },
        {
          figure: 'agents: runs missed or overlapped meanwhile',
          value: skipped.missed - skippedBefore.missed + skipped.overlapped - skippedBefore.overlapped,
          unit: 'runs',
          target: '= 0',
        },
        { figure: 'agents: start after due time meanwhile, 99 of 100', value: disturbed.p99, unit: 'ms' },
        ...(await raise(workshop, agents, scheduleId, options)),
      ]
    } finally {
      await Promise.all(agents.map((agent) => agent.stop()))
    }
  })
