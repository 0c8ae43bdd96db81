import type { Row } from '../../contract/core/resource.ts'
import type { schedules } from '../../contract/schedules/schedules.ts'
import { formats } from '../parts/text/format.ts'

export type Schedule = Row<typeof schedules>
type Region = { readonly id: string; readonly locations: readonly string[] }

/** Shortest interval of a monitor's enabled schedules, and all their locations. */
export type Cadence = {
  readonly every: string
  readonly places: string
  readonly title: string
  /** Ids of the enabled schedules. */
  readonly running: readonly string[]
}

/** Where a schedule calls from: the locations it names, and those of its regions. */
const locationsOf = ({ locations, regions }: Schedule, known: readonly Region[]): string[] => [
  ...locations,
  ...regions.flatMap((id) => known.find((region) => region.id === id)?.locations ?? []),
]

/** Null: on demand only. */
export const cadenceOf = (
  scheduleIds: readonly string[],
  byId: ReadonlyMap<string, Schedule>,
  regions: readonly Region[],
): Cadence | null => {
  const own = scheduleIds.flatMap((id) => byId.get(id) ?? [])
  if (own.length === 0) return null
  const running = own.filter(({ enabled }) => enabled)
  const title = own.map(({ name, enabled }) => (enabled ? name : `${name} (paused)`)).join(', ')
  const frequent = running.toSorted((a, b) => a.frequency - b.frequency)[0]
  if (!frequent)
    return { every: 'Paused', places: own.length === 1 ? '1 schedule' : `${own.length} schedules`, title, running: [] }
  const places = new Set(running.flatMap((schedule) => locationsOf(schedule, regions))).size
  return {
    every: formats.span(frequent.frequency * 1000),
    places: places === 1 ? '1 location' : `${places} locations`,
    title,
    running: running.map(({ id }) => id),
  }
}
