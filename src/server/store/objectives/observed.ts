import { periodStart } from '../../../domain/core/periods.ts'
import { BURN_WINDOWS } from '../../../domain/objectives/burn-alerts.ts'
import { PERIOD_FACTS, stepsOf, windowAt, windowBefore } from '../../../domain/objectives/objective-periods.ts'
import type { ObjectivePeriod } from '../../../domain/objectives/slo.ts'
import type { Observed } from '../../../domain/objectives/tally.ts'
import { together } from '../../../domain/statistics/distribution.ts'
import { type Figures, joinFigures } from '../../../domain/statistics/figures.ts'
import type { Measure } from '../../../domain/statistics/measures.ts'
import type { VitalName } from '../../../domain/statistics/vitals.ts'
import type { Window } from '../../../domain/statistics/windows.ts'
import type { Db } from '../core/database.ts'
import { resultsSince } from '../core/partitions.ts'
import { type Answer, readFigures } from '../statistics/figures.ts'
import { readVitals, type VitalFigures } from '../statistics/vital-figures.ts'
import { readScope } from './scope-figures.ts'
import type { InScope } from './slo.ts'

/** The monitors, durations and web vitals that objectives are about. */
export type Wanted = {
  readonly projectKey: number
  readonly scope: InScope
  readonly measures: readonly Measure[]
  readonly vitals: readonly VitalName[]
  readonly now: number
  readonly parts: Map<string, Promise<Answer>>
}

export type ObservedStep = Window & Observed

/** Observations of a period, by steps. `covered`: less than the period where results are gone. */
export type ObservedPeriod = {
  readonly covered: Window
  readonly steps: readonly ObservedStep[]
  /** The figures are too many to read until more of them are summed up. */
  readonly isPending: boolean
}

const combine = (windows: readonly Window[], figures: readonly (Figures | null)[], vitals: readonly VitalFigures[]) =>
  windows.map((window, index) => ({ ...window, figures: figures[index] ?? null, vitals: vitals[index] ?? {} }))

/** Reads the steps of a period up to now. */
export const observePeriod = async (db: Db, period: ObjectivePeriod, wanted: Wanted): Promise<ObservedPeriod> => {
  const { scope, vitals, now } = wanted
  const windows = stepsOf(period, now)
  const ofVitals = await readVitals(db, { targetKeys: scope.browserKeys, windows, vitals })
  const { step } = PERIOD_FACTS[period]
  if (step === undefined)
    return {
      covered: windowAt(period, now),
      steps: combine(windows, await each(db, windows, wanted), ofVitals),
      isPending: false,
    }
  const answer = await readScope(db, { ...wanted, window: windowAt(period, now), step })
  const byStart = new Map(answer.rows.map(({ start, figures }) => [start, figures]))
  const figures = windows.map(({ from }) => byStart.get(periodStart(step, from)) ?? null)
  return { covered: answer.window, steps: combine(windows, figures, ofVitals), isPending: answer.isPending }
}

/** Reads the figures of short windows, from the results. */
const each = async (db: Db, windows: readonly Window[], wanted: Wanted): Promise<(Figures | null)[]> => {
  const found: (Figures | null)[] = []
  for (const window of windows) found.push(only(await readWindow(db, window, wanted)))
  return found
}

const readWindow = (db: Db, window: Window, { scope, measures, now }: Wanted): Promise<Answer> =>
  readFigures(db, { targetKeys: scope.targetKeys, window, now, measures, together: true })

const only = ({ rows }: Pick<Answer, 'rows'>): Figures | null => rows[0]?.figures ?? null

/** Reads the period before a period, as a whole. */
export const observeBefore = async (
  db: Db,
  period: ObjectivePeriod,
  wanted: Wanted,
): Promise<Observed & { readonly isPending: boolean }> => {
  const window = windowBefore(period, wanted.now)
  const [vitals = {}] = await readVitals(db, {
    targetKeys: wanted.scope.browserKeys,
    windows: [window],
    vitals: wanted.vitals,
  })
  if (PERIOD_FACTS[period].step === undefined)
    return { figures: only(await readWindow(db, window, wanted)), vitals, isPending: false }
  const { rows, isPending } = await readScope(db, { ...wanted, window })
  return { figures: rows[0]?.figures ?? null, vitals, isPending }
}

/** Observations of the windows that burn rates are of. */
export const observeRecent = async (
  db: Db,
  wanted: Wanted,
): Promise<Readonly<Record<keyof typeof BURN_WINDOWS, Observed>>> => {
  const { scope, measures, vitals, now } = wanted
  const { PT5M, PT30M, PT1H, PT6H } = BURN_WINDOWS
  // The windows lie within each other, so each is read from where the shorter one begins.
  const parts: readonly Window[] = [
    { from: now - PT5M, to: now },
    { from: now - PT30M, to: now - PT5M },
    { from: now - PT1H, to: now - PT30M },
    { from: Math.max(now - PT6H, resultsSince(now)), to: now - PT1H },
  ]
  const ofVitals: VitalFigures[] = []
  // From the newest to the oldest: no order that `readVitals` takes.
  for (const window of parts) {
    const [own = {}] = await readVitals(db, { targetKeys: scope.browserKeys, windows: [window], vitals })
    ofVitals.push(own)
  }
  const figures = await each(db, parts.slice(0, 3), wanted)
  const [oldest] = parts.slice(3)
  if (oldest) figures.push(only(await readScope(db, { ...wanted, window: oldest })))
  const steps = combine(parts, figures, ofVitals)
  const upTo = (count: number): Observed => joined(steps.slice(0, count), measures, vitals)
  return { PT5M: upTo(1), PT30M: upTo(2), PT1H: upTo(3), PT6H: upTo(4) }
}

/** Several observations together. */
export const joined = (
  some: readonly Observed[],
  measures: readonly Measure[],
  vitals: readonly VitalName[],
): Observed => {
  const figures = some.flatMap((one) => one.figures ?? [])
  return {
    figures: figures.length === 0 ? null : joinFigures(figures, measures),
    vitals: Object.fromEntries(
      vitals.flatMap((vital) => {
        const values = some.flatMap((one) => one.vitals[vital] ?? [])
        return values.length === 0 ? [] : [[vital, together(values)]]
      }),
    ),
  }
}
