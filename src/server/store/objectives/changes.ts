import { type Change, changeOf } from '../../../domain/objectives/change.ts'
import { METRIC_FACTS, measuresOf, usualMeasure, vitalsOf } from '../../../domain/objectives/metric-facts.ts'
import { windowAt, windowBefore } from '../../../domain/objectives/objective-periods.ts'
import type { StoredThreshold } from '../../../domain/objectives/slo.ts'
import { readingOf } from '../../../domain/objectives/tally.ts'
import type { Window } from '../../../domain/statistics/windows.ts'
import type { Db } from '../core/database.ts'
import { inSnapshot } from '../statistics/figures.ts'
import { PENDING } from './attained.ts'
import { joined, observeBefore, observePeriod } from './observed.ts'
import { type Reported, readReported } from './reported.ts'
import type { InScope } from './slo.ts'

/** A threshold with the change of its metric against the period before. */
export type Changed = Change & {
  readonly threshold: StoredThreshold
  readonly current: number | null
  readonly previous: number | null
  readonly window: Window
  readonly before: Window
}

type ChangesOf = {
  readonly projectKey: number
  readonly scope: InScope
  readonly thresholds: readonly StoredThreshold[]
  readonly now: number
}

/** Compares metrics with the periods before, all as of one moment. */
export const readChanges = (db: Db, of: ChangesOf): Promise<readonly Changed[]> =>
  inSnapshot(db, async (snapshot) => {
    const found: (readonly Changed[])[] = []
    for (const period of new Set(of.thresholds.map((one) => one.period))) {
      const own = of.thresholds.filter((one) => one.period === period)
      found.push(await changesIn(snapshot, own, of))
    }
    return of.thresholds.flatMap((threshold) => found.flat().find((one) => one.threshold.id === threshold.id) ?? [])
  })

/** Thresholds of one period. */
const changesIn = async (
  db: Db,
  thresholds: readonly StoredThreshold[],
  { projectKey, scope, now }: ChangesOf,
): Promise<Changed[]> => {
  const [first] = thresholds
  if (!first) return []
  const { period } = first
  const kindOf = ({ metric }: StoredThreshold) => METRIC_FACTS[metric].source.kind
  const ofResults = thresholds.filter((one) => kindOf(one) !== 'report' && kindOf(one) !== 'none')
  const metrics = ofResults.map(({ metric }) => metric)
  const wanted = { projectKey, scope, now, measures: measuresOf(metrics), vitals: vitalsOf(metrics), parts: new Map() }
  const current = ofResults.length > 0 ? await observePeriod(db, period, wanted) : null
  const whole = current && joined(current.steps, wanted.measures, wanted.vitals)
  const before = ofResults.length > 0 ? await observeBefore(db, period, wanted) : null
  const changed: Changed[] = []
  for (const threshold of thresholds) {
    const { metric, measure = usualMeasure(metric) } = threshold
    const { source } = METRIC_FACTS[metric]
    if (source.kind === 'none')
      changed.push({
        ...changeOf(threshold, { current: null, previous: null }),
        missing: source.missing,
        threshold,
        current: null,
        previous: null,
        window: windowAt(period, now),
        before: windowBefore(period, now),
      })
    else if (source.kind === 'report') {
      const of = { projectKey, targetKeys: scope.targetKeys, period, now }
      const [last, earlier] = [await readReported(db, { ...of, back: 0 }), await readReported(db, { ...of, back: 1 })]
      const values = { current: reportedValue(metric, last), previous: reportedValue(metric, earlier) }
      changed.push({ ...changeOf(threshold, values), ...values, threshold, window: last.range, before: earlier.range })
    } else {
      const values = {
        current: whole && readingOf(metric, measure, whole),
        previous: before && readingOf(metric, measure, before),
      }
      const isPending = source.kind !== 'vital' && (current?.isPending || before?.isPending)
      changed.push({
        ...changeOf(threshold, values),
        ...(isPending && { state: 'no_data' as const, missing: PENDING }),
        ...values,
        threshold,
        window: current?.covered ?? windowAt(period, now),
        before: windowBefore(period, now),
      })
    }
  }
  return changed
}

const reportedValue = (metric: string, { score, rated, outliers }: Reported): number | null =>
  metric === 'casc' ? score : rated === 0 ? null : (100 * outliers) / rated
