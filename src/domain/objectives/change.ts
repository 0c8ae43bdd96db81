import type { Threshold } from './slo.ts'

export type Change = {
  readonly state: 'within' | 'exceeded' | 'no_data'
  /** In the unit of the threshold. */
  readonly change: number | null
  readonly missing: string | null
}

/** Compares a metric with the period before. `percent` is relative to the earlier value; other units are differences. */
export const changeOf = (
  { unit, delta }: Threshold,
  { current, previous }: { readonly current: number | null; readonly previous: number | null },
): Change => {
  if (current === null) return { state: 'no_data', change: null, missing: 'There are no results in this period.' }
  if (previous === null)
    return { state: 'no_data', change: null, missing: 'There are no results in the period before.' }
  if (unit === 'percent' && previous === 0)
    return current === 0
      ? { state: 'within', change: 0, missing: null }
      : { state: 'no_data', change: null, missing: 'The value was 0 in the period before, so there is no percentage.' }
  const change = unit === 'percent' ? (100 * (current - previous)) / previous : current - previous
  const slack = 1e-9 * Math.max(1, Math.abs(delta))
  const isExceeded = delta > 0 ? change > delta + slack : change < delta - slack
  return { state: isExceeded ? 'exceeded' : 'within', change, missing: null }
}
