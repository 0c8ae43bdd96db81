import type { NeverRuns } from './never-runs.ts'

/** Why a schedule never runs, as a sentence with what to do. */
export const NEVER_RUNS_SENTENCES: Readonly<Record<NeverRuns, string>> = {
  no_target: 'It has no target, so it never runs. Add a monitor, a browser test or a workflow.',
  no_location: 'It has no location, so it never runs. Choose a region or a location that has an agent.',
  no_agent: 'Its locations have no agent left, so it never runs. Choose another location, or start an agent there.',
  no_capability:
    'Its targets need a browser, and no agent of its locations has one. Choose another location, or install a browser there.',
  always_resting: 'Downtimes and business hours leave no time to run. Shorten a downtime, or add a window.',
  never_due:
    'None of its next due times is within business hours and outside of downtimes. Choose a shorter interval, or longer hours.',
}

/** The same in two or three words, for a list. */
export const NEVER_RUNS_WORDS: Readonly<Record<NeverRuns, string>> = {
  no_target: 'No targets',
  no_location: 'No location',
  no_agent: 'No agent left',
  no_capability: 'No browser',
  always_resting: 'Always in a downtime',
  never_due: 'Never due',
}

/** Says that some targets of a schedule never run. */
export const idleTargetsSentence = (count: number): string =>
  `${count === 1 ? '1 target needs' : `${count} targets need`} a browser, and no agent of its locations has one. ${count === 1 ? 'It never runs' : 'They never run'}.`

/** Says that some targets may never run; `shortest` is the length of the shortest business hours in words. */
export const shortHoursSentence = (shortest: string): string =>
  `The interval is longer than the shortest business hours (${shortest}), and runs are spread over the interval. Choose a shorter interval.`
