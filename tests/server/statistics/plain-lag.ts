import { expect } from 'vitest'
import type { Period } from '../../../src/domain/core/periods.ts'
import type { ResultRow } from '../../../src/server/store/core/tables.ts'
import { exceptions } from '../../../src/server/store/identity/codes.ts'
import type { Api } from '../../support/api.ts'
import { expectQuantile, ranked, spanOf, stepsOf, type Window, wire } from './plain-count.ts'

type Lag = { count: number; median: number | null; p95: number | null; p99: number | null; max: number | null }

const SHARES = [0, 0.5, 0.95, 1]
const NOT_BEGUN = exceptions.code('agent')

const lagsOf = (rows: readonly ResultRow[]): number[] => rows.map(({ started, due }) => Math.max(0, started - due))

const expectLag = (found: Lag | undefined, rows: readonly ResultRow[], isExact: boolean) => {
  const lags = lagsOf(rows)
  expect([found?.count, found?.max]).toEqual([lags.length, ranked(lags, 1)])
  for (const [name, share] of [
    ['median', 0.5],
    ['p95', 0.95],
    ['p99', 0.99],
  ] as const)
    expectQuantile(found?.[name], ranked(lags, share), isExact)
}

/** Compares the schedule lag of a monitor with its `results` of a window, whether they count in statistics or not. */
export const compareLag = async (
  api: Api,
  of: {
    id: string
    locations: readonly { id: string; key: number }[]
    results: readonly ResultRow[]
    isExact: boolean
  },
  asked: Window,
) => {
  const root = `/api/2/calls/${of.id}/stats`
  const rows = of.results.filter(
    ({ attempt, source, exception }) => attempt === 0 && source > 0 && exception !== NOT_BEGUN,
  )
  const found = await api.get<{ all: Lag; results: (Lag & { location_id: string })[] }>(`${root}/lag/?${spanOf(asked)}`)
  expectLag(found.all, rows, of.isExact)
  const at = (key: number) => rows.filter((row) => row.location_key === key)
  const ran = of.locations.filter(({ key }) => at(key).length > 0)
  expect(found.results.map(({ location_id }) => location_id)).toEqual(ran.map(({ id }) => id))
  for (const [index, { key }] of ran.entries()) expectLag(found.results[index], at(key), of.isExact)
  for (const interval of ['HOUR', 'DAY', 'MONTH'] satisfies Period[])
    for (const location of [null, ...of.locations.slice(0, 1)]) {
      const chart = await api.get<{ results: { time: string; count: number; values: Record<string, number> }[] }>(
        `${root}/metrics/${location?.id ?? 'all'}/?metric=lag&interval=${interval}&quantiles=${SHARES.join()}&${spanOf(asked)}`,
      )
      const steps = stepsOf(location ? at(location.key) : rows, interval)
      expect(chart.results.map(({ time, count }) => [time, count])).toEqual(
        steps.map(([start, within]) => [wire(start), within.length]),
      )
      for (const [index, [, within]] of steps.entries())
        for (const share of SHARES)
          expectQuantile(chart.results[index]?.values[share], ranked(lagsOf(within), share), of.isExact)
    }
}
