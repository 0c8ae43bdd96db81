import { expect } from 'vitest'
import { DAY_MS, HOUR_MS, periodStart } from '../../../src/domain/core/periods.ts'
import type { ResultRow } from '../../../src/server/store/core/tables.ts'
import type { Api } from '../../support/api.ts'
import { countsOf, expectQuantile, isCounted, ranked, rateOf, stepsOf, valuesOf, wire } from './plain-count.ts'

type Place = {
  readonly api: Api
  readonly projectId: string
  readonly monitors: readonly { readonly id: string; readonly key: number }[]
  readonly nowMs: number
}
type LastResult = { result_category: string }
type Synopsis = {
  results_24h: object
  pass_rate_24h: number | null
  mean_latency_24h: number | null
  calls_now: Record<'pass' | 'slow' | 'warning' | 'fail' | 'other', number>
  worst: { call_id: string; pass_rate_24h: number | null }[]
}

/** Compares what says “the last 24 hours”: they end with the current hour. */
export const compareLastDay = async (
  all: readonly ResultRow[],
  { api, projectId, monitors, nowMs }: Place,
): Promise<void> => {
  const to = periodStart('HOUR', nowMs) + HOUR_MS
  const day = all.filter((row) => isCounted(row) && row.due >= to - DAY_MS && row.due < to)
  type Before = {
    pass_rate_24h: number | null
    median_24h: number | null
    hours: { time: string; count: number; fail: number; median: number | null }[]
  }
  const { results } = await api.post<{ results: Record<string, Before> }>(
    `/api/3/projects/${projectId}/stats/before/`,
    {
      call_ids: monitors.map(({ id }) => id),
    },
  )
  type Listed = { id: string; pass_rate_24h: number | null; median_24h: number | null; last_result: LastResult | null }
  const { data } = await api.get<{ data: Listed[] }>('/api/3/monitors/')
  for (const { id, key } of monitors) {
    const rows = day.filter((row) => row.target_key === key)
    const median = ranked(valuesOf(rows, 'total'), 0.5)
    for (const found of [results[id], data.find((row) => row.id === id)]) {
      expect(found?.pass_rate_24h).toBe(rateOf(rows))
      expectQuantile(found?.median_24h, median, false)
    }
    const steps = stepsOf(rows, 'HOUR')
    const shown = results[id]?.hours ?? []
    expect(shown.map(({ time, fail, count }) => [time, fail, count])).toEqual(
      steps.map(([start, within]) => {
        const { pass, slow, warning, fail } = countsOf(within)
        return [wire(start), fail, pass + slow + warning + fail]
      }),
    )
    for (const [index, [, within]] of steps.entries())
      expectQuantile(shown[index]?.median, ranked(valuesOf(within, 'total'), 0.5), false)
  }
  const synopsis = await api.get<Synopsis>('/api/2/project/synopsis')
  expect(synopsis.results_24h).toEqual(countsOf(day))
  expect(synopsis.pass_rate_24h).toBe(rateOf(day))
  // The home of a project counts what its list of monitors shows.
  const newest = data.map(({ last_result: last }) => last?.result_category)
  const nowAs = (category: string) => newest.filter((each) => each === category).length
  const { pass, slow, warning, fail, other } = synopsis.calls_now
  expect({ pass, slow, warning, fail }).toEqual({
    pass: nowAs('PASS'),
    slow: nowAs('SLOW'),
    warning: nowAs('WARNING'),
    fail: nowAs('FAIL'),
  })
  expect(pass + slow + warning + fail + other).toBe(monitors.length)
  const troubled = monitors
    .map(({ id, key }) => ({ id, rows: day.filter((row) => row.target_key === key) }))
    .filter(({ rows }) => rows.some(({ category }) => category === 2 || category === 3))
  expect(new Map(synopsis.worst.map(({ call_id, pass_rate_24h: rate }) => [call_id, rate]))).toEqual(
    new Map(troubled.map(({ id, rows }) => [id, rateOf(rows)])),
  )
  const rates = synopsis.worst.map(({ pass_rate_24h: rate }) => rate ?? 1)
  expect(rates).toEqual([...rates].sort((a, b) => a - b))
  const totals = valuesOf(day, 'total')
  if (totals.length === 0) expect(synopsis.mean_latency_24h).toBeNull()
  else {
    const mean = totals.reduce((sum, ms) => sum + ms, 0) / totals.length
    expect(Math.abs((synopsis.mean_latency_24h ?? Number.NaN) - mean)).toBeLessThan(mean * 1e-9)
  }
}
