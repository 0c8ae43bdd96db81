import { announced, isWithin } from '../../domain/status/maintenance.ts'
import { componentState, overallState, type StatusState } from '../../domain/status/status-state.ts'
import type { Db } from '../store/core/database.ts'
import { componentMonitors } from '../store/status/component-monitors.ts'
import { type Days, dailyAvailability } from '../store/status/daily-availability.ts'
import { type Maintenance, plannedMaintenance } from '../store/status/maintenance.ts'
import { monitorStates } from '../store/status/monitor-states.ts'
import type { StatusDoc, StatusPage } from '../store/status/status-pages.ts'
import type { PublicIncident } from './public-incidents.ts'

/** Time that the bars of past days are kept (ms): they change with each full hour. */
const DAYS_KEPT_MS = 60_000
const MINUTE_MS = 60_000

/** The content of a status page. */
export type Status = {
  readonly doc: StatusDoc
  readonly slug: string
  readonly subscribing: boolean
  /** When it was put together (ms), to the minute, so that a page without news keeps its entity tag for a minute. */
  readonly updated: number
  /** The moment that its states are of (ms). */
  readonly at: number
  readonly state: StatusState
  readonly sentence: string
  readonly components: readonly ComponentStatus[]
  readonly incidents: readonly PublicIncident[]
}

export type ComponentStatus = {
  readonly group: string
  readonly name: string
  readonly description: string
  readonly state: StatusState
  /** Current and upcoming planned downtimes, in order. */
  readonly maintenance: readonly Maintenance[]
  readonly availability: number | null
  readonly days: Days['days']
}

/** Bars that were read for one version of a page. */
export type KeptDays = { readonly at: number; readonly name: string; readonly of: readonly Days[] }

const NO_DAYS: Days = { availability: null, days: [] }

/** Puts a status page together. `kept`: bars of an earlier time, which are used again for a minute. */
export const putTogether = async (
  db: Db,
  page: Pick<StatusPage, 'projectKey' | 'slug' | 'subscribing' | 'doc'>,
  { incidents, kept, now }: { incidents: readonly PublicIncident[]; kept: KeptDays | null; now: number },
): Promise<{ status: Status; kept: KeptDays | null }> => {
  const { doc, slug, subscribing, projectKey } = page
  const monitors = await componentMonitors(db, projectKey, doc.components)
  const all = [...new Set(monitors.flat())]
  const states = await monitorStates(db, all, now)
  const planned = await plannedMaintenance(db, doc.show_maintenance ? all : [], now)
  const days = doc.show_days ? await daysOf(db, monitors, kept, now) : null
  const components = doc.components.map(({ group, name, description }, index): ComponentStatus => {
    const keys = monitors[index] ?? []
    const own = keys.map((key) =>
      isWithin(planned.get(key) ?? [], now) ? 'maintenance' : (states.get(key) ?? 'unknown'),
    )
    const maintenance = announced(keys.flatMap((key) => planned.get(key) ?? []))
    return { group, name, description, state: componentState(own), maintenance, ...(days?.of[index] ?? NO_DAYS) }
  })
  const overall = overallState(
    components.map(({ state }) => state),
    incidents.filter(({ ended }) => ended === null).length,
  )
  const updated = Math.floor(now / MINUTE_MS) * MINUTE_MS
  return { status: { doc, slug, subscribing, updated, at: now, ...overall, components, incidents }, kept: days }
}

const daysOf = async (
  db: Db,
  monitors: readonly (readonly number[])[],
  kept: KeptDays | null,
  now: number,
): Promise<KeptDays> => {
  const name = JSON.stringify(monitors)
  if (kept && kept.name === name && now - kept.at < DAYS_KEPT_MS && now >= kept.at) return kept
  const of: Days[] = []
  // One after the other, so that a page never takes more than one connection.
  for (const keys of monitors) of.push(await dailyAvailability(db, keys, now))
  return { at: now, name, of }
}
