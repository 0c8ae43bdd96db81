import { type Attainment, attainmentOf, type Evidence } from '../../../domain/objectives/attainment.ts'
import type { BurnWindow } from '../../../domain/objectives/burn-alerts.ts'
import type { Step } from '../../../domain/objectives/forecast.ts'
import { METRIC_FACTS, measuresOf, vitalsOf } from '../../../domain/objectives/metric-facts.ts'
import { windowAt } from '../../../domain/objectives/objective-periods.ts'
import type { ObjectivePeriod, StoredObjective } from '../../../domain/objectives/slo.ts'
import { NO_EVENTS, type Observed, readingOf, satisfies, tallyOf } from '../../../domain/objectives/tally.ts'
import type { Window } from '../../../domain/statistics/windows.ts'
import type { Db } from '../core/database.ts'
import { inSnapshot } from '../statistics/figures.ts'
import { joined, type ObservedPeriod, observePeriod, observeRecent, type Wanted } from './observed.ts'
import { readReported } from './reported.ts'
import type { InScope } from './slo.ts'

/** An objective with how far it is attained, and the window that its figures cover. */
export type Attained = {
  readonly objective: StoredObjective
  readonly attainment: Attainment
  readonly covered: Window
  readonly steps: readonly Step[]
}

type AttainedOf = {
  readonly projectKey: number
  readonly scope: InScope
  readonly objectives: readonly StoredObjective[]
  readonly now: number
  /** Without burn rates of the last hours, which take longer than the rest. */
  readonly withoutRecent?: boolean
}

/** Computes how far objectives are attained, all as of one moment. Alerts, charts and lists read it from here. */
export const readAttained = (db: Db, of: AttainedOf): Promise<readonly Attained[]> =>
  inSnapshot(db, async (snapshot) => {
    const { projectKey, scope, now } = of
    const fromResults = of.objectives.filter(isOfResults)
    const metrics = fromResults.map(({ metric }) => metric)
    const wanted: Wanted = {
      projectKey,
      scope,
      now,
      measures: measuresOf(metrics),
      vitals: vitalsOf(metrics),
      parts: new Map(),
    }
    const periods = new Map<ObjectivePeriod, { wanted: Wanted; observed: ObservedPeriod }>()
    for (const { period } of fromResults) {
      if (periods.has(period)) continue
      const own = fromResults.filter((one) => one.period === period).map(({ metric }) => metric)
      const narrowed = { ...wanted, measures: measuresOf(own), vitals: vitalsOf(own) }
      periods.set(period, { wanted: narrowed, observed: await observePeriod(snapshot, period, narrowed) })
    }
    const recent = of.withoutRecent || fromResults.length === 0 ? null : await observeRecent(snapshot, wanted)
    const found: Attained[] = []
    for (const objective of of.objectives) {
      const known = periods.get(objective.period)
      found.push(
        known && isOfResults(objective)
          ? ofResults(objective, { ...known, recent, now })
          : await ofReports(snapshot, objective, of),
      )
    }
    return found
  })

const isOfResults = ({ metric }: StoredObjective): boolean =>
  ['share', 'latency', 'vital'].includes(METRIC_FACTS[metric].source.kind)

/** Why there are no figures yet of very many monitors. */
export const PENDING = 'The results of these monitors are being summed up. The figures appear here in a few minutes.'

type Known = {
  readonly wanted: Wanted
  readonly observed: ObservedPeriod
  readonly recent: Readonly<Record<BurnWindow, Observed>> | null
  readonly now: number
}

const ofResults = (objective: StoredObjective, { wanted, observed, recent, now }: Known): Attained => {
  const { isPending } = observed
  const isWaiting = isPending && METRIC_FACTS[objective.metric].source.kind !== 'vital'
  const steps = isWaiting
    ? []
    : observed.steps.map(({ from, to, ...seen }) => ({ from, to, ...tallyOf(objective, seen) }))
  const whole = joined(observed.steps, wanted.measures, wanted.vitals)
  const tallied = (window: BurnWindow) => (recent ? tallyOf(objective, recent[window]) : NO_EVENTS)
  const evidence: Evidence = {
    steps,
    value: readingOf(objective.metric, objective.measure, whole),
    ...(recent && {
      recent: { PT5M: tallied('PT5M'), PT30M: tallied('PT30M'), PT1H: tallied('PT1H'), PT6H: tallied('PT6H') },
    }),
    ...(isWaiting && { missing: PENDING }),
    ...(wanted.scope.targetKeys.length === 0 && { missing: 'No monitor has these tags.' }),
  }
  return { objective, attainment: attainmentOf(objective, evidence, now), covered: observed.covered, steps }
}

/** Objectives about weekly or monthly reports, and those that nothing computes yet. */
const ofReports = async (
  db: Db,
  objective: StoredObjective,
  { projectKey, scope, now }: AttainedOf,
): Promise<Attained> => {
  const { metric, period, comparator, value: limit } = objective
  const { source } = METRIC_FACTS[metric]
  if (source.kind === 'none') {
    const evidence: Evidence = { steps: [], value: null, missing: source.missing }
    return { objective, attainment: attainmentOf(objective, evidence, now), covered: windowAt(period, now), steps: [] }
  }
  const { range, score, scores, rated, outliers } = await readReported(db, {
    projectKey,
    targetKeys: scope.targetKeys,
    period,
    now,
    back: 0,
  })
  const tally =
    metric === 'casc'
      ? { eligible: scores.length, bad: scores.filter((one) => !satisfies(one, comparator, limit)).length }
      : { eligible: rated, bad: outliers }
  const value = metric === 'casc' ? score : rated === 0 ? null : (100 * outliers) / rated
  const steps = tally.eligible === 0 ? [] : [{ ...range, ...tally }]
  const evidence: Evidence = {
    steps,
    value,
    elapsed: 1,
    missing: `No monitor in scope has a report about the last ${period === 'MONTH' ? 'month' : 'week'} yet.`,
  }
  return { objective, attainment: attainmentOf(objective, evidence, now), covered: range, steps }
}
