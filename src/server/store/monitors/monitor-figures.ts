import { sql } from 'kysely'
import { passRate } from '../../../domain/statistics/statistics.ts'
import { lastDay } from '../../../domain/statistics/windows.ts'
import type { Db } from '../core/database.ts'
import { type MonitorScore, monitorScores } from '../insights/monitor-scores.ts'
import { type LastResult, lastResults } from '../results/last-results.ts'
import { type SilenceOf, silencesOf } from '../silence/silence.ts'
import { type FiguresRow, readFigures } from '../statistics/figures.ts'
import { type LocationVerdicts, locationVerdicts } from './location-verdicts.ts'

export type MonitorFigures = {
  scheduleIds: string[]
  /** Whether one of them is on. */
  monitored: boolean
  lastResult: LastResult | null
  verdicts: LocationVerdicts | null
  silence: SilenceOf | null
  score: MonitorScore | null
  passRate: number | null
  medianMs: number | null
}

/** Figures of monitors in a list, by key. */
export const monitorFigures = async (
  db: Db,
  monitors: readonly { key: number }[],
  now: number,
): Promise<Map<number, MonitorFigures>> => {
  const keys = monitors.map((monitor) => monitor.key)
  if (keys.length === 0) return new Map()
  const [schedules, last, verdicts, silences, scores, hours] = [
    await schedulesOf(db, keys),
    await lastResults(db, keys, now),
    await locationVerdicts(db, keys, now),
    await silencesOf(db, keys, now),
    await monitorScores(db, keys, now),
    await dayFigures(db, keys, now),
  ]
  return new Map(
    keys.map((key) => {
      const day = hours.get(key)
      return [
        key,
        {
          scheduleIds: schedules.get(key)?.ids ?? [],
          monitored: schedules.get(key)?.any_on ?? false,
          lastResult: last.get(key) ?? null,
          verdicts: verdicts.get(key) ?? null,
          silence: silences.get(key) ?? null,
          score: scores.get(key) ?? null,
          passRate: day?.passRate ?? null,
          medianMs: day?.medianMs ?? null,
        },
      ]
    }),
  )
}

/** Returns the last 24 hours of each monitor by key, oldest first, ending with the current hour; hours without results are absent. */
export const hoursOf = async (
  db: Db,
  targetKeys: readonly number[],
  now: number,
): Promise<Map<number, readonly FiguresRow[]>> => {
  const { rows } = await readFigures(db, { targetKeys, window: lastDay(now), now, step: 'HOUR', measures: ['total'] })
  const hours = new Map<number, FiguresRow[]>()
  for (const row of rows) {
    const known = hours.get(row.targetKey)
    if (known) known.push(row)
    else hours.set(row.targetKey, [row])
  }
  return hours
}

type SchedulesRow = { readonly target_key: number; readonly ids: string[]; readonly any_on: boolean }

const schedulesOf = async (db: Db, keys: readonly number[]): Promise<Map<number, SchedulesRow>> => {
  const { rows } = await sql<SchedulesRow>`
    select t.target_key, array_agg(o.id order by o.key) as ids, bool_or((o.doc ->> 'enabled')::boolean) as any_on
    from schedule_target t join object o on o.key = t.schedule_key
    where t.target_key = any(${[...keys]}::int[]) group by t.target_key`.execute(db)
  return new Map(rows.map((row) => [row.target_key, row]))
}

/** Computes pass rate and median of the last 24 hours. */
const dayFigures = async (
  db: Db,
  targetKeys: readonly number[],
  now: number,
): Promise<Map<number, { passRate: number | null; medianMs: number | null }>> => {
  const { rows } = await readFigures(db, { targetKeys, window: lastDay(now), now, measures: ['total'] })
  return new Map(
    rows.map(({ targetKey, figures }) => {
      const [medianMs = null] = figures.measured.total?.quantiles([0.5]) ?? []
      return [targetKey, { passRate: passRate(figures), medianMs }]
    }),
  )
}
