import { isTimeZone } from '../../domain/core/zone-time.ts'
import {
  type ChartRange,
  chartRange,
  momentOfText,
  presetNear,
  rangeSearch,
} from '../../domain/statistics/chart-ranges.ts'
import type { Window } from '../../domain/statistics/windows.ts'
import { addressOf } from '../core/addresses.ts'
import { changeSearch } from '../core/search-of.ts'
import type { World } from '../core/world.ts'
import { type RouteName, routes, type Search } from '../routes.ts'

const STATISTICS_PATH = routes['monitor-statistics'].path

/** Routes of the statistics tabs of a monitor, in the order of their tabs. */
export const statisticsTabs = Object.entries(routes).flatMap(([name, { path }]) =>
  // Entries of a record have the record's keys; Object.entries cannot know it.
  path.startsWith(STATISTICS_PATH) ? [name as RouteName] : [],
)

/** Whether the open screen is a monitor's statistics tab. */
export const onStatistics = ({ place }: World): boolean => place !== null && statisticsTabs.includes(place.name)

/** The time zone of the open chart: its own, or the reader's. */
export const zoneOf = ({ place, preferences }: World): string =>
  chartZone(place?.search) ?? preferences.timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone

/** The time zone that the address of a chart names; null if it names none, or one that does not exist. */
const chartZone = (search: Search = {}): string | null =>
  typeof search.zone === 'string' && isTimeZone(search.zone) ? search.zone : null

/** The range that the open chart shows; null where no chart with a range is open. */
export const shownRange = (world: World): ChartRange | null =>
  world.place && onStatistics(world) ? chartRange(world.place.search, world.now()) : null

/** Shows a fixed window. Going back in the browser's history leads to the range before. */
export const showWindow = (world: World, window: Window | null): void => {
  if (!world.place || !window) return
  const { name, params, search } = world.place
  world.goTo(addressOf(name, params, { ...search, ...rangeSearch(window) }))
}

/**
 * Shows a later window. One that ends as a preset range of its length does is that preset again, so that going back and forth leads to
 * where one was.
 */
export const showLater = (world: World, window: Window | null): void => {
  const preset = window && presetNear(window, world.now())
  if (preset && world.place) {
    const { name, params, search } = world.place
    world.goTo(addressOf(name, params, { ...search, range: preset, from: null, to: null }))
  } else showWindow(world, window)
}

/** An end of a range as the address has it: an instant or a whole day. @throws if it is neither. */
const endOf = (text: string, zone: string, name: string): string => {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return text
  const ms = momentOfText(text, zone)
  if (ms === null) throw new Error(`${name} must be a day or a time such as 2026-01-05 or 2026-01-05T10:00.`)
  return new Date(ms).toISOString()
}

/** Shows a preset range, or one between two times. @throws if a time cannot be read, or the range has no length. */
export const showRange = (
  world: World,
  range: string,
  ends: { from?: string | undefined; to?: string | undefined },
) => {
  if (range !== 'custom') return changeSearch(world, { range, from: null, to: null })
  const zone = zoneOf(world)
  const from = ends.from === undefined ? null : endOf(ends.from, zone, 'from')
  const to = ends.to === undefined ? null : endOf(ends.to, zone, 'to')
  if (from === null) throw new Error('from is missing: a custom range needs its first day or time.')
  const search = { range, from, ...(to !== null && { to }) }
  if (chartRange(search, world.now()).range !== 'custom')
    throw new Error('to must be after from, and at most ten years later.')
  changeSearch(world, { range, from, to })
}
