import { sql } from 'kysely'
import { largestOf } from '../../../domain/core/extremes.ts'
import { HOUR_MS, type Period, periodEnd, periodStart } from '../../../domain/core/periods.ts'
import type { Mark, Window } from '../../../domain/statistics/windows.ts'
import type { Db } from '../core/database.ts'

/** Stored codes of the periods. */
export const PERIOD_KINDS: Record<Period, number> = { HOUR: 1, DAY: 2, WEEK: 3, MONTH: 4 }
/** Code of the mark of an hour whose phases are not summed up. */
export const WITHOUT_PHASES = 0
/** Code of the mark of an hour whose response sizes are not summed up. */
export const WITHOUT_SIZES = -1
/** Code of the mark of an hour whose schedule lags are not summed up. */
export const WITHOUT_LAGS = -2
/** Marks of hours that an older version summed up. */
export const OLDER_KINDS = [WITHOUT_PHASES, WITHOUT_SIZES, WITHOUT_LAGS]

const PERIODS: readonly Period[] = ['HOUR', 'HOUR', 'DAY', 'WEEK', 'MONTH']

/** Marks the hours of new results, in the transaction that stores them. The caller holds the locks of their targets. */
export const markHours = async (
  db: Db,
  results: readonly { readonly target_key: number; readonly due: number }[],
): Promise<void> => {
  const names = new Set(results.map(({ target_key, due }) => `${target_key}:${periodStart('HOUR', due) / HOUR_MS}`))
  if (names.size === 0) return
  const hours = [...names].map((name) => name.split(':').map(Number))
  await sql`
    insert into rollup_stale (kind, target_key, hour)
    select ${PERIOD_KINDS.HOUR}, t, h * ${HOUR_MS} from unnest(${hours.map(([t]) => t)}::int[], ${hours.map(([, h]) => h)}::bigint[]) row(t, h)
    on conflict do nothing`.execute(db)
}

/** Returns the marks of targets that concern a window, by target. `older`: marks of older versions that count for the wanted figures. */
export const readMarks = async (
  db: Db,
  targetKeys: readonly number[],
  { window, older }: { readonly window: Window; readonly older: readonly number[] },
): Promise<Map<number, Mark[]>> => {
  const from = periodStart('MONTH', window.from)
  const to = largestOf((['WEEK', 'MONTH'] as const).map((period) => periodEnd(period, periodStart(period, window.to))))
  const { rows } = await sql<{ kind: number; target_key: number; hour: number }>`
    select kind, target_key, hour from rollup_stale
    where target_key = any(${[...targetKeys]}::int[]) and hour >= ${from} and hour < ${to}
      and (kind >= ${PERIOD_KINDS.HOUR} or kind = any(${[...older]}::smallint[]))`.execute(db)
  const marks = new Map<number, Mark[]>()
  for (const { kind, target_key, hour } of rows) {
    const mark = { period: PERIODS[kind] ?? 'HOUR', start: hour }
    const known = marks.get(target_key)
    if (known) known.push(mark)
    else marks.set(target_key, [mark])
  }
  return marks
}
