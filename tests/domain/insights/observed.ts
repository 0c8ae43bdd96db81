import { HOUR_MS } from '../../../src/domain/core/periods.ts'
import { MARK, type Place, type Series } from '../../../src/domain/insights/series.ts'

/** One result of a made-up series; without `ms` there was no response. */
export type Made = { readonly at: number; readonly ms: number | null; readonly mark: keyof typeof MARK }

export const place = (key: number, cloud = '', region = ''): Place => ({ key, cloud, region })

export const seriesOf = (at: Place, results: readonly Made[]): Series => ({
  place: at,
  due: Float64Array.from(results.map((result) => result.at)),
  total: Float64Array.from(results.map(({ ms }) => ms ?? 0)),
  mark: Uint8Array.from(results.map(({ mark }) => MARK[mark])),
  answered: Uint8Array.from(results.map(({ ms }) => (ms === null ? 0 : 1))),
})

/** Monday, 5 January 2026. */
export const MONDAY = Date.UTC(2026, 0, 5)

/** One result an hour from `from` on. */
export const hourly = (from: number, count: number, of: (index: number) => Omit<Made, 'at'>): Made[] =>
  Array.from({ length: count }, (_, index) => ({ at: from + index * HOUR_MS, ...of(index) }))

/** Runs a computation that yields to its end. */
export const finished = <Outcome>(steps: Generator<void, Outcome>): Outcome => {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
