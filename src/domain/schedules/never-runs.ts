import type { NEVER_RUNS } from '../../contract/schedules/schedules.ts'
import type { Capability } from '../agents/capabilities.ts'
import type { StaffedLocation } from '../agents/staffed-location.ts'
import type { Coverage } from '../downtimes/coverage.ts'

/** Why a schedule that is on can never run. */
export type NeverRuns = (typeof NEVER_RUNS)[number]

/** Targets that need the same of a location. */
export type TargetGroup = {
  readonly count: number
  /** The capability that an agent needs; null: none. */
  readonly needs: Capability | null
  /** Where alone they run, as a workflow may; empty if that location is gone. Absent: at the locations of the schedule. */
  readonly only?: readonly StaffedLocation[]
}

/** Facts about a schedule that is on. */
export type RunFacts = {
  readonly targets: readonly TargetGroup[]
  readonly locations: readonly StaffedLocation[]
  /** When it makes no runs: in downtimes, and outside of business hours. */
  readonly rests: Coverage
  /** Its next run; null if none is due outside of its rests; undefined if due times are not known yet. */
  readonly next: number | null | undefined
}

type Scope = Pick<RunFacts, 'targets' | 'locations'>

const countOf = (groups: readonly TargetGroup[]): number => groups.reduce((sum, { count }) => sum + count, 0)

const isStaffed = ({ agents }: StaffedLocation): boolean => agents > 0

/** Whether an agent of a location can run a target. */
const canRun =
  ({ needs }: TargetGroup) =>
  (location: StaffedLocation): boolean =>
    isStaffed(location) && (needs === null || location.capabilities.includes(needs))

/** Why no agent can run any target; null where one can. */
const outOfReach = ({ targets, locations }: Scope): NeverRuns | null => {
  const groups = targets.length > 0 ? targets : [{ count: 0, needs: null }]
  const reached = groups.map((group) => ({ group, places: group.only ?? locations }))
  if (reached.every(({ places }) => places.length === 0)) return 'no_location'
  if (!reached.some(({ places }) => places.some(isStaffed))) return 'no_agent'
  return reached.some(({ group, places }) => places.some(canRun(group))) ? null : 'no_capability'
}

/** Why there is no time at which a schedule can run; null where there is one. */
const outOfTime = ({ rests, next }: RunFacts, nowMs: number): NeverRuns | null => {
  const until = rests.until(nowMs)
  // Rests that follow each other without a gap beyond the foreseeable end.
  if (until !== null && rests.until(until) !== null) return 'always_resting'
  return next === null ? 'never_due' : null
}

/** Why a schedule can never run: all reasons, in the order in which they are mended; empty where it can. */
export const neverRuns = (facts: RunFacts, nowMs: number): NeverRuns[] => {
  const targets = facts.targets.filter(({ count }) => count > 0)
  const reach = outOfReach({ ...facts, targets })
  const time = outOfTime(facts, nowMs)
  // Without a target, or a location with an agent, nothing is due at all.
  const isIdle = targets.length === 0 || reach === 'no_location' || reach === 'no_agent'
  const reasons: readonly (NeverRuns | null)[] = [
    targets.length === 0 ? 'no_target' : null,
    reach,
    isIdle && time === 'never_due' ? null : time,
  ]
  return reasons.filter((reason) => reason !== null)
}

/** The number of targets that no agent can run although others of the schedule can be run: none has the capability that they need. */
export const idleTargets = ({ targets, locations }: Scope): number =>
  outOfReach({ targets, locations }) === null
    ? countOf(targets.filter((group) => !(group.only ?? locations).some(canRun(group))))
    : 0
