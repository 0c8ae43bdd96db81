import { offsetMs } from './schedule-times.ts'

/** The slots of a schedule: each of its targets is due once per interval at each of its locations. */
export type Slots = {
  readonly scheduleId: string
  readonly targets: readonly string[]
  readonly locations: readonly string[]
  readonly frequencyMs: number
}

/** Offsets of all slots within an interval, in milliseconds, ascending. */
export const phasesOf = ({ scheduleId, targets, locations, frequencyMs }: Slots): Float64Array => {
  const phases = new Float64Array(targets.length * locations.length)
  let at = 0
  for (const target of targets)
    for (const location of locations) phases[at++] = offsetMs(scheduleId, target, location, frequencyMs)
  return phases.sort()
}

/** When the first slot after an instant is due, in milliseconds since 1970; null if there is none. `startMs` is the schedule's creation. */
export const nextRun = (
  phases: Float64Array,
  { startMs, frequencyMs }: { readonly startMs: number; readonly frequencyMs: number },
  afterMs: number,
): number | null => {
  const first = phases[0]
  if (first === undefined) return null
  const since = Math.max(-1, afterMs - startMs)
  const begun = since < 0 ? 0 : Math.floor(since / frequencyMs)
  const within = since - begun * frequencyMs
  // The first offset later than this point of the interval.
  let [low, high] = [0, phases.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((phases[middle] ?? 0) > within) high = middle
    else low = middle + 1
  }
  const phase = phases[low]
  return startMs + (phase === undefined ? (begun + 1) * frequencyMs + first : begun * frequencyMs + phase)
}
