import fc from 'fast-check'
import { DAY_MS, HOUR_MS } from '../../../src/domain/core/periods.ts'

/** Random runs of two monitors at two places within four days, and random windows over them. */

/** A Friday, so that a week and a month end within the span. */
const BEGIN = Date.UTC(2026, 4, 29)
const DAYS = 4
export const END = BEGIN + DAYS * DAY_MS
export type Run = {
  readonly due: number
  readonly place: number
  readonly category: number
  readonly ms: number
  readonly attempt: number
  readonly ignored: number
  readonly isAnswered: boolean
  readonly isSkippedStep: boolean
  readonly ip: number
  readonly bytes: number
}
export const runs = fc.array(
  fc.record<Run>({
    due: fc.oneof(
      fc.integer({ min: BEGIN, max: END - 1 }),
      // Around one full hour, where mistakes are.
      fc.integer({ min: END - 5 * HOUR_MS - 3, max: END - 5 * HOUR_MS + 3 }),
    ),
    place: fc.integer({ min: 0, max: 3 }),
    category: fc.integer({ min: 0, max: 4 }),
    ms: fc.double({ min: 0.01, max: 60_000, noNaN: true }),
    attempt: fc.integer({ min: 0, max: 1 }),
    ignored: fc.constantFrom(0, 0, 0, 1, 2, 3, 4),
    isAnswered: fc.boolean(),
    isSkippedStep: fc.constantFrom(false, false, false, true),
    ip: fc.integer({ min: 0, max: 2 }),
    bytes: fc.oneof(fc.constantFrom(0, 214, 2_147_483_647), fc.integer({ min: 0, max: 100_000 })),
  }),
  { minLength: 40, maxLength: 120 },
)
const moment = fc.oneof(
  fc.integer({ min: BEGIN - HOUR_MS, max: END + HOUR_MS }),
  fc.integer({ min: 0, max: DAYS * 24 }).map((hour) => BEGIN + hour * HOUR_MS),
  fc.integer({ min: END - 6 * HOUR_MS, max: END }),
)
export const window = fc
  .tuple(moment, moment)
  .filter(([a, b]) => a !== b)
  .map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) }))
