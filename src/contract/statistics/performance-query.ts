import { shape } from '../core/endpoint.ts'
import { oneOf } from '../core/notation.ts'
import { id, time } from '../core/wire.ts'

/** Lengths of one step of time as ISO 8601 durations. Steps begin at full minutes, five minutes, hours, days, Mondays and months of UTC. */
export const STEP_DURATIONS = ['PT1M', 'PT5M', 'PT1H', 'P1D', 'P1W', 'P1M'] as const

/** Categories of results that have durations or web vitals. */
const status = shape("'PASS' | 'SLOW' | 'WARNING' | 'FAIL'")

/** The results that a query of performance is about, and its steps of time. */
export const performanceQuery = {
  /** Inclusive; default: 7 days before `to`. */
  'from?': time,
  /** Exclusive; default: now. */
  'to?': time,
  /** Default: the shortest one with at most 400 steps, from PT1H. With PT1M at most 6 hours, with PT5M 30 hours, with PT1H 100 days. */
  'interval?': oneOf(STEP_DURATIONS),
  /** Ids; default: all of the project. */
  'monitors?': [[id, '[]'], '&', 'unknown[] <= 100'],
  /** Ids of locations; default: all. */
  'locations?': ['string[]', '&', 'unknown[] <= 100'],
  /** Categories of results; default: all. */
  'status?': [[status, '[]'], '&', '1 <= unknown[] <= 4'],
} as const
