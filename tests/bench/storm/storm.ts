import { setTimeout as wait } from 'node:timers/promises'
import type { BenchOptions } from '../main.ts'
import { processorSeconds } from '../processor-time.ts'
import { outputOf, startBundle } from '../programs.ts'
import type { Row } from '../row.ts'
import { decisionsIn, type Ground, onGround } from './ground.ts'
import { stormOfKills } from './kills.ts'
import { type Receivers, sumOf } from './receiver-client.ts'
import { isFast, type Rule, stormRules } from './rules.ts'
import { memoryOf, type Noticed, watchServer } from './watch.ts'
import { reportWave } from './wave.ts'

const LOOK_EVERY_MS = 250
/** The receivers count as done when nothing has come for so long. */
const STALLED_MS = 60_000
const BARE_SECONDS = 5
const BARE_WARM_SECONDS = 1
/** Size of a message, and how many are in flight, as the server sends them. */
const MESSAGE_BYTES = 900
const IN_FLIGHT = 32
const RESTED_MS = 10_000

/** Measures a storm: failures of all monitors at once with many alerts each, their recoveries, and kills of the server meanwhile. */
export const stormBench = async ({ storm, say }: BenchOptions): Promise<Row[]> => {
  const measured = await onGround(storm.monitors, async (ground) => {
    const rules = await stormRules(ground.installation.api, ground.receivers.url, storm.rules)
    const before = memoryOf(ground.installation)
    const failures = await measureWave(ground, rules, 'FAIL', { ...storm, say })
    const recoveries = await measureWave(ground, rules, 'PASS', { ...storm, say })
    await wait(RESTED_MS)
    const after = memoryOf(ground.installation)
    say(`  memory before ${shown(before)}, after ${shown(after)}`)
    const bare = { kept: await bareLoad(ground.receivers, 'kept'), own: await bareLoad(ground.receivers, 'own') }
    return [
      ...rowsOf('storm', failures, bare),
      ...rowsOf('storm, recoveries', recoveries, bare),
      memoryRow('before', before),
      memoryRow('after both waves and 10 s of rest', after),
    ]
  })
  return [...measured, ...(await stormOfKills(storm, say))]
}

const shown = ({ server, postgres }: { server: number; postgres: number }): string =>
  `${Math.round(server)} + ${Math.round(postgres)} MB`

type Measured = {
  readonly decisions: number
  readonly monitors: number
  readonly decidedMs: number
  readonly firstMs: number
  readonly lastMs: number
  readonly messages: number
  readonly perSecond: number
  /** Messages a second from the last decision on. */
  readonly drainPerSecond: number
  readonly noticed: Noticed
  readonly processor: { readonly server: number; readonly postgres: number }
  readonly others: string
}

const measureWave = async (
  ground: Ground,
  rules: readonly Rule[],
  category: 'FAIL' | 'PASS',
  { seconds, say }: { seconds: number; say: (line: string) => void },
): Promise<Measured> => {
  const { installation, receivers, monitors } = ground
  const told = rules.filter((rule) => rule.isTold && isFast(rule.path))
  const expected = told.length * monitors.length
  await receivers.forget()
  const before = await decisionsIn(installation)
  const others = installation.pids().filter((pid) => pid !== installation.serverPid())
  const usedBefore = { server: processorSeconds([installation.serverPid()]), postgres: processorSeconds(others) }
  const watching = watchServer(installation)
  const reported = await reportWave({ ...ground, category, seconds })
  const early = sumOf(await receivers.counts(), isFast).messages
  say(
    `  ${category}: all reports acknowledged after ${((reported.lastAcknowledgedMs - reported.firstSentMs) / 1000).toFixed(1)} s, ${early} of ${expected} messages received`,
  )
  const drainedFrom = Date.now()
  let [last, changedMs, saidMs] = [early, Date.now(), Date.now()]
  while (last < expected && Date.now() - changedMs < STALLED_MS) {
    await wait(LOOK_EVERY_MS)
    const { messages } = sumOf(await receivers.counts(), isFast)
    if (messages > last) [last, changedMs] = [messages, Date.now()]
    if (Date.now() - saidMs > 10_000) {
      say(`  ${category}: ${last} of ${expected} messages received`)
      saidMs = Date.now()
    }
  }
  const noticed = await watching.stop()
  const now = installation.pids().filter((pid) => pid !== installation.serverPid())
  const counts = await receivers.counts()
  const fast = sumOf(counts, isFast)
  const slow = sumOf(counts, (path) => path.startsWith('/slow'))
  const refusing = sumOf(counts, (path) => path.startsWith('/refusing'))
  const decisions = (await decisionsIn(installation)) - before
  const result = {
    decisions,
    monitors: monitors.length,
    decidedMs: reported.lastAcknowledgedMs - reported.firstSentMs,
    firstMs: fast.firstMs - reported.firstSentMs,
    lastMs: fast.messages < expected ? Number.POSITIVE_INFINITY : fast.lastMs - reported.firstSentMs,
    messages: fast.messages,
    perSecond: (fast.messages * 1000) / (fast.lastMs - fast.firstMs),
    drainPerSecond: ((fast.messages - early) * 1000) / Math.max(1, fast.lastMs - drainedFrom),
    noticed,
    processor: {
      server: processorSeconds([installation.serverPid()]) - usedBefore.server,
      postgres: processorSeconds(now) - usedBefore.postgres,
    },
    others: `${slow.messages} came to the slow receiver, ${refusing.messages} to the refusing one`,
  }
  say(
    `  ${category}: ${decisions} decisions in ${(result.decidedMs / 1000).toFixed(1)} s, first message after ${Math.round(result.firstMs)} ms, ${fast.messages} of ${expected} messages within ${(result.lastMs / 1000).toFixed(1)} s (${Math.round(result.perSecond)}/s, then ${Math.round(result.drainPerSecond)}/s), ${fast.repeated} repeated; ${result.others}`,
  )
  say(
    `  ${category}: processor time ${result.processor.server.toFixed(1)} + ${result.processor.postgres.toFixed(1)} s, memory ${shown(noticed.memory)} at most, loop delay ${noticed.loopDelayMs} ms, list of monitors p95 ${Math.round(noticed.listMs.p95)} ms, longest ${Math.round(noticed.listMs.longest)} ms`,
  )
  return result
}

/** Requests a second that a bare loop makes to the fast receiver. */
const bareLoad = async ({ url }: Receivers, connections: 'kept' | 'own'): Promise<number> => {
  const run = async (seconds: number) =>
    Number(
      await outputOf(
        await startBundle(null, 'storm/bare-load.ts', [
          `${url}/bare`,
          String(IN_FLIGHT),
          String(seconds),
          String(MESSAGE_BYTES),
          connections,
        ]),
      ),
    )
  await run(BARE_WARM_SECONDS)
  return run(BARE_SECONDS)
}

type Bare = { readonly kept: number; readonly own: number }

const rowsOf = (of: string, one: Measured, bare: Bare): Row[] => [
  { figure: `${of}: decisions stored`, value: one.decisions, unit: 'decisions' },
  {
    figure: `${of}: first failure until the last decision is stored`,
    value: one.decidedMs / 1000,
    unit: 's',
    target: '< 30',
  },
  {
    figure: `${of}: first failure until the first message is received`,
    value: one.firstMs,
    unit: 'ms',
    target: '< 1000',
  },
  { figure: `${of}: first failure until the last message is received`, value: one.lastMs / 1000, unit: 's' },
  {
    figure: `${of}: messages received, over all the time`,
    value: one.perSecond,
    unit: 'messages/s',
    reference: { name: 'bare node:http loop, nothing else at work', value: bare.kept },
  },
  {
    figure: `${of}: messages received, once all decisions are stored`,
    value: one.drainPerSecond,
    unit: 'messages/s',
    reference: { name: 'the same, a connection each', value: bare.own },
  },
  {
    figure: `${of}: processor time of the server for a decision`,
    value: (one.processor.server * 1e6) / one.decisions,
    unit: 'µs',
  },
  { figure: `${of}: … of PostgreSQL`, value: (one.processor.postgres * 1e6) / one.decisions, unit: 'µs' },
  { figure: `${of}: a list of 50 monitors meanwhile, p95`, value: one.noticed.listMs.p95, unit: 'ms' },
  { figure: `${of}: … the longest`, value: one.noticed.listMs.longest, unit: 'ms' },
  { figure: `${of}: delay of the event loop, the longest`, value: one.noticed.loopDelayMs, unit: 'ms' },
  { figure: `${of}: memory of the server, peak`, value: one.noticed.memory.server, unit: 'MB (PSS)' },
  { figure: `${of}: memory of PostgreSQL, peak`, value: one.noticed.memory.postgres, unit: 'MB (PSS)' },
]

const memoryRow = (when: string, { server, postgres }: { server: number; postgres: number }): Row => ({
  figure: `storm: memory of server and PostgreSQL ${when}`,
  value: server + postgres,
  unit: 'MB (PSS)',
})
