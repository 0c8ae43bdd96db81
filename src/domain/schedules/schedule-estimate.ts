/** Where a schedule calls from, as it names it. */
export type Whence = { readonly regions: readonly string[]; readonly locations: readonly string[] }

/** A region and the ids of the locations that belong to it. */
export type KnownRegion = { readonly id: string; readonly locations: readonly string[] }

/** The ids of the locations that a schedule calls from: those it names, and those of its regions, each once. */
export const scheduleLocations = ({ regions, locations }: Whence, known: readonly KnownRegion[]): string[] => [
  ...new Set([...locations, ...regions.flatMap((id) => known.find((region) => region.id === id)?.locations ?? [])]),
]

const MONTH_SECONDS = 30 * 86_400

/** How many runs a schedule makes in 30 days, each target once from each location in each interval. Retries come on top. */
export const runsAMonth = (schedule: {
  readonly targets: number
  readonly locations: number
  readonly frequencySeconds: number
}): number => (schedule.targets * schedule.locations * MONTH_SECONDS) / schedule.frequencySeconds
