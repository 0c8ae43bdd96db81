import type { Place } from './series.ts'

/** An outlier or a failure. */
export type Incidence = { readonly due: number; readonly place: Place; readonly failed: boolean }

export type Scope = 'location' | 'cloud' | 'region' | 'global'

/** Outliers and failures that came close together. */
export type Cluster = {
  readonly start: number
  /** The due time of the last one. */
  readonly end: number
  readonly count: number
  readonly failures: number
  readonly scope: Scope
  /** Keys of the locations, those with most of them first. */
  readonly locations: readonly number[]
}

const WITHIN_MS = 30 * 60_000
const LEAST = 3
const MOST_OF_THEM = 0.8

/**
 * Finds clusters: at least 3 outliers or failures within 30 minutes. Windows that share one of them are one cluster. Expects and returns
 * the order of due times.
 */
export const clustersOf = (incidences: readonly Incidence[]): Cluster[] => {
  const clusters: Incidence[][] = []
  let lastIncluded = -1
  for (let last = LEAST - 1; last < incidences.length; last++) {
    const first = last - LEAST + 1
    const [from, to] = [incidences[first], incidences[last]]
    if (!from || !to || to.due - from.due > WITHIN_MS) continue
    const open = clusters.at(-1)
    if (open && first <= lastIncluded) for (const more of incidences.slice(lastIncluded + 1, last + 1)) open.push(more)
    else clusters.push(incidences.slice(first, last + 1))
    lastIncluded = last
  }
  return clusters.map(clusterOf)
}

const countBy = <Key>(incidences: readonly Incidence[], key: (place: Place) => Key): [Key, number][] => {
  const counts = new Map<Key, number>()
  for (const { place } of incidences) counts.set(key(place), (counts.get(key(place)) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a)
}

/** The smallest set of locations that holds at least 80 % of them. */
const scopeOf = (incidences: readonly Incidence[]): Scope => {
  const enough = MOST_OF_THEM * incidences.length
  const holds = (key: (place: Place) => string): boolean =>
    countBy(incidences, key).some(([name, count]) => name !== '' && count >= enough)
  if (holds(({ key }) => String(key))) return 'location'
  if (holds(({ cloud }) => cloud)) return 'cloud'
  return holds(({ region }) => region) ? 'region' : 'global'
}

const clusterOf = (incidences: readonly Incidence[]): Cluster => ({
  start: incidences[0]?.due ?? 0,
  end: incidences.at(-1)?.due ?? 0,
  count: incidences.length,
  failures: incidences.filter(({ failed }) => failed).length,
  scope: scopeOf(incidences),
  locations: countBy(incidences, ({ key }) => key).map(([key]) => key),
})
