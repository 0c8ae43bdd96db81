import { setTimeout as wait } from 'node:timers/promises'
import { dueTime, nextDue, offsetMs } from '../../src/domain/schedules/schedule-times.ts'
import type { Installation } from '../support/installation.ts'
import { type MadeMonitor, makeMonitors, makeSchedule } from '../support/many-monitors.ts'
import { lagBetween, lagRows } from './lag.ts'
import type { BenchOptions } from './main.ts'
import type { Row } from './row.ts'
import { inWorkshop } from './workshop.ts'

const MONITORS = 10_000
const EVERY_SECONDS = 60
const WARM_MS = 5_000
const SETTLED_MS = 5_000

/** Counts due times without a result, and results without a due time or duplicated. */
const compare = async (
  { query }: Installation,
  monitors: readonly MadeMonitor[],
  span: { from: number; to: number },
): Promise<{ lost: number; surplus: number }> => {
  const [schedule] = await query<{ id: string; created: string }>(
    "select id, created from object where kind = 'schedule' order by key desc limit 1",
  )
  const startMs = Number(schedule?.created)
  const frequencyMs = EVERY_SECONDS * 1000
  const expected = new Set<string>()
  for (const { key, id } of monitors) {
    const times = { startMs, offsetMs: offsetMs(schedule?.id ?? '', id, 'local', frequencyMs), frequencyMs }
    const first = nextDue(times, span.from - 1)
    const number = (first - dueTime(times, 0)) / frequencyMs
    for (let k = number; dueTime(times, k) < span.to; k++) expected.add(`${key}:${dueTime(times, k)}`)
  }
  const found = await query<{ run: string }>(
    "select target_key || ':' || due as run from result where due >= $1 and due < $2",
    [span.from, span.to],
  )
  const left = new Set(expected)
  const surplus = found.filter(({ run }) => !left.delete(run)).length
  return { lost: left.size, surplus }
}

/** Measures ten thousand monitors per minute: whether each run starts on time and exactly once. */
export const scheduleBench = ({ minutes }: BenchOptions): Promise<Row[]> =>
  inWorkshop(async ({ installation, targetUrl }) => {
    const monitors = await makeMonitors(
      installation,
      Array.from({ length: MONITORS }, () => `${targetUrl}/`),
    )
    await makeSchedule(installation, monitors, { everySeconds: EVERY_SECONDS, locations: ['local'] })
    await wait(WARM_MS)
    const from = Date.now()
    const to = from + minutes * 60_000
    await wait(to - from + SETTLED_MS)
    const { lost, surplus } = await compare(installation, monitors, { from, to })
    const of = `schedule of ${MONITORS} a minute`
    return [
      ...lagRows(of, await lagBetween(installation, from, to)),
      { figure: `${of}: due times without a result in ${minutes} min`, value: lost, unit: 'runs', target: '= 0' },
      { figure: `${of}: results twice, or of no due time`, value: surplus, unit: 'runs', target: '= 0' },
    ]
  })
