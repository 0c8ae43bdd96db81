import { setTimeout as wait } from 'node:timers/promises'
import type { Installation } from '../support/installation.ts'
import { makeMonitors, makeSchedule } from '../support/many-monitors.ts'
import { type Lag, lagBetween, lagRows } from './lag.ts'
import type { BenchOptions } from './main.ts'
import type { Row } from './row.ts'
import { inWorkshop } from './workshop.ts'

const FIRST_RATE = 1_000
const STEP = 250
const MOST = 3_000
const WARM_MS = 8_000
const MEASURED_MS = 20_000
/** Longest delay of results when they are counted. */
const SETTLED_MS = 5_000
/** A rate with a smaller share of due runs, or more than a second of lag, is not sustained. */
const SUSTAINED_SHARE = 0.995
const SUSTAINED_LAG_MS = 1_000

type Step = { rate: number; perSecond: number; lag: Lag; complete: boolean }

const measure = async (installation: Installation, rate: number): Promise<Step> => {
  await wait(WARM_MS)
  const from = Date.now()
  await wait(MEASURED_MS + SETTLED_MS)
  const lag = await lagBetween(installation, from, from + MEASURED_MS)
  const [detailed] = await installation.query<{ count: number }>(
    'select count(*)::int from result_detail where due >= $1 and due < $2',
    [from, from + MEASURED_MS],
  )
  const perSecond = (lag.count * 1000) / MEASURED_MS
  const complete = perSecond >= rate * SUSTAINED_SHARE && lag.p99 < SUSTAINED_LAG_MS && detailed?.count === lag.count
  return { rate, perSecond, lag, complete }
}

/**
 * Measures the whole path (due, leased, called, stored with details and rollups): as many monitors as runs per second, each called every
 * second by the embedded agent. The rate is raised until it is not sustained.
 */
export const wholeWayBench = ({ say }: BenchOptions): Promise<Row[]> =>
  inWorkshop(async ({ installation, targetUrl }) => {
    let best: Step | null = null
    let last: Step | null = null
    for (let rate = FIRST_RATE; rate <= MOST; rate += STEP) {
      const urls = Array.from({ length: last ? STEP : FIRST_RATE }, () => `${targetUrl}/`)
      await makeSchedule(installation, await makeMonitors(installation, urls), {
        everySeconds: 1,
        locations: ['local'],
      })
      last = await measure(installation, rate)
      say(
        `  ${rate} due a second: ${last.perSecond} stored, lag ${last.lag.p50} / ${last.lag.p99} / ${last.lag.max} ms, agent ${installation.agentPid()}`,
      )
      if (!last.complete) break
      best = last
    }
    const told = best ?? last
    if (!told) return []
    return [
      {
        figure: 'whole way: due, leased, called, stored; highest rate kept for 20 s',
        value: best ? best.perSecond : told.perSecond,
        unit: 'results/s',
        target: '>= 1000',
      },
      ...lagRows(`whole way at ${told.rate}/s`, told.lag),
    ]
  })
