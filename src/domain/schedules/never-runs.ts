import type { Coverage } from '../downtimes/coverage.ts'

/** Why a schedule that is on can never run. */
export type NeverRuns = 'no_target' | 'no_location' | 'always_resting' | 'never_due'

/** Facts about a schedule that is on. */
export type RunFacts = {
  readonly targets: number
  readonly locations: number
  /** When it makes no runs: in downtimes, and outside of business hours. */
  readonly rests: Coverage
  /** Its next run; null if none is due outside of its rests; undefined if due times are not known yet. */
  readonly next: number | null | undefined
}

/** Why a schedule can never run; null where it can. */
export const neverRuns = ({ targets, locations, rests, next }: RunFacts, nowMs: number): NeverRuns | null => {
  if (targets === 0) return 'no_target'
  if (locations === 0) return 'no_location'
  const until = rests.until(nowMs)
  // Rests that follow each other without a gap beyond the foreseeable end.
  if (until !== null && rests.until(until) !== null) return 'always_resting'
  return next === null ? 'never_due' : null
}

/** Why a schedule never runs, as a sentence with what to do. */
export const NEVER_RUNS_SENTENCES: Readonly<Record<NeverRuns, string>> = {
  no_target: 'It has no monitor, so it never runs. Add one.',
  no_location: 'It has no location, so it never runs. Choose a region or a location that has an agent.',
  always_resting: 'Downtimes and business hours leave no time to run. Shorten a downtime, or add a window.',
  never_due:
    'Its runs are never due outside of downtimes and within business hours. Choose a shorter interval, or longer hours.',
}

/** The same in two or three words, for a list. */
export const NEVER_RUNS_WORDS: Readonly<Record<NeverRuns, string>> = {
  no_target: 'No monitors',
  no_location: 'No location',
  always_resting: 'Always in a downtime',
  never_due: 'Never due',
}
