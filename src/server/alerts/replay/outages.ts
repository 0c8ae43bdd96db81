import { countsForOutages, GOOD, isOfOutage, type JudgedResult, LOOK_BACK_MS } from '../result-events.ts'

/** Takes results in the order of their due times; returns the start of the outage that each belongs to, null for one that is no trouble. */
export type Outages = (result: JudgedResult) => number | null

type Seen = {
  /** The first failure or warning since the last good result. */
  beganMs: number | null
  /** The newest good result. It ends an outage for results that are due later, and not for those of the same moment. */
  goodMs: number | null
}

/** Follows the outages of monitors, as `outageStarts` finds them in the store. */
export const openOutages = (alertsOnManualRuns: boolean): Outages => {
  const all = new Map<number, Seen>()
  return (result) => {
    const { target_key, due, category } = result
    const seen = all.get(target_key) ?? { beganMs: null, goodMs: null }
    all.set(target_key, seen)
    if (seen.goodMs !== null && seen.beganMs !== null && seen.goodMs < due && seen.beganMs <= seen.goodMs)
      seen.beganMs = null
    const isTrouble = isOfOutage(category)
    if (countsForOutages(result, alertsOnManualRuns)) {
      if (isTrouble) seen.beganMs ??= due
      else if (GOOD.includes(category)) seen.goodMs = due
    }
    return isTrouble ? Math.max(seen.beganMs ?? due, due - LOOK_BACK_MS) : null
  }
}
