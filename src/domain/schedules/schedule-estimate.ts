import { type BusinessHours, openShare } from './business-hours.ts'

/** Regions and locations named by a schedule. */
export type ScheduleScope = { readonly regions: readonly string[]; readonly locations: readonly string[] }

/** A region with the ids of its locations. */
export type KnownRegion = { readonly id: string; readonly locations: readonly string[] }

/** The ids of all locations that a schedule runs from, including those of its regions, without duplicates. */
export const scheduleLocations = ({ regions, locations }: ScheduleScope, known: readonly KnownRegion[]): string[] => [
  ...new Set([...locations, ...regions.flatMap((id) => known.find((region) => region.id === id)?.locations ?? [])]),
]

const MONTH_SECONDS = 30 * 86_400

/** Number of runs in 30 days, with one run per target, location and interval. Retries are not included. */
export const runsAMonth = (schedule: {
  readonly targets: number
  readonly locations: number
  readonly frequencySeconds: number
  /** Absent or null: at all times. */
  readonly hours?: BusinessHours | null
}): number =>
  ((schedule.targets * schedule.locations * MONTH_SECONDS) / schedule.frequencySeconds) *
  (schedule.hours ? openShare(schedule.hours) : 1)
