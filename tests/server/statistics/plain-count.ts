import { expect } from 'vitest'
import { type Period, periodStart } from '../../../src/domain/core/periods.ts'
import type { ResultRow } from '../../../src/server/store/core/tables.ts'
import { reasons } from '../../../src/server/store/identity/codes.ts'

/** Statistics computed plainly from rows, to compare endpoints with. Shares only the calendar and the names of codes with the product. */

export const SKIPPED_STEP = reasons.code('STEP_SKIPPED')
export type Window = { from: number; to: number }

export const isCounted = ({ ignored, reason }: ResultRow) => (ignored & 5) === 0 && reason !== SKIPPED_STEP
export const countsOf = (rows: readonly ResultRow[]) => {
  const [pass = 0, slow = 0, warning = 0, fail = 0] = [0, 1, 2, 3].map(
    (category) => rows.filter((row) => row.category === category).length,
  )
  return { pass, slow, warning, fail }
}
export const rateOf = (rows: readonly ResultRow[]): number | null => {
  const { pass, slow, fail } = countsOf(rows)
  return pass + slow + fail === 0 ? null : (pass + slow) / (pass + slow + fail)
}
/** The value at rank ⌊q · (n − 1)⌋. */
export const ranked = (values: readonly number[], q: number): number | null =>
  [...values].sort((a, b) => a - b)[Math.floor(q * (values.length - 1))] ?? null
export const valuesOf = (rows: readonly ResultRow[], column: keyof ResultRow) =>
  rows.filter((row) => row.http_code !== null).map((row) => Number(row[column]))

/** Exact if the window is short, otherwise within 1 %. */
export const expectQuantile = (found: number | null | undefined, exact: number | null, isExact: boolean) => {
  if (exact === null) return expect(found).toBeNull()
  expect(Math.abs((found ?? Number.NaN) - exact)).toBeLessThanOrEqual(exact * (isExact ? 1e-6 : 0.010_001))
}
export const stepsOf = (rows: readonly ResultRow[], step: Period) => {
  const steps = new Map<number, ResultRow[]>()
  for (const row of [...rows].sort((a, b) => a.due - b.due)) {
    const start = periodStart(step, row.due)
    steps.set(start, [...(steps.get(start) ?? []), row])
  }
  return [...steps]
}
export const wire = (ms: number) => new Date(ms).toISOString()
export const spanOf = ({ from, to }: Window) => `start=${wire(from)}&end=${wire(to)}`

export type Figures = Record<'pass' | 'slow' | 'warning' | 'fail' | 'count', number> & {
  pass_rate: number | null
  median: number | null
  p95: number | null
}
export const expectFigures = (found: Figures, rows: readonly ResultRow[], isExact: boolean) => {
  const counts = countsOf(rows)
  const count = counts.pass + counts.slow + counts.warning + counts.fail
  expect(found).toMatchObject({ ...counts, count, pass_rate: rateOf(rows) })
  const totals = valuesOf(rows, 'total')
  expectQuantile(found.median, ranked(totals, 0.5), isExact)
  expectQuantile(found.p95, ranked(totals, 0.95), isExact)
}
export const hasCount = (rows: readonly ResultRow[]) => rows.some(({ category }) => category < 4)
