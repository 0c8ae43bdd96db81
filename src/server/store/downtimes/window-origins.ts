import { sql } from 'kysely'
import { type DowntimeTimes, downtimeOf } from '../../../domain/downtimes/downtime-rules.ts'
import { type Window, windowsOf } from '../../../domain/downtimes/downtime-windows.ts'
import { type BusinessHours, closedWindows } from '../../../domain/schedules/business-hours.ts'

type Sql = ReturnType<typeof sql>

/** Where windows without runs come from. Each origin has keys of its own. */
export type WindowOrigin = {
  readonly name: 'project' | 'organization' | 'hours'
  /** The table of what is written down: `key`, `project_key`, `schedule_key` (null for all of the project) and `until`. */
  readonly table: Sql
  /** The table of the documents, by `key`. */
  readonly documents: Sql
  /** The windows of a document that overlap a time range, whole and in order. */
  windows(doc: unknown, fromMs: number, toMs: number): Window[]
}

/** Windows of a downtime. */
const downtimeWindows = (doc: unknown, fromMs: number, toMs: number): Window[] =>
  // The documents of both origins contain the times that their handlers wrote.
  windowsOf(downtimeOf(doc as DowntimeTimes), fromMs, toMs)

/** Downtimes of a schedule, or of all schedules of a project. */
export const PROJECT: WindowOrigin = {
  name: 'project',
  table: sql`downtime`,
  documents: sql`object`,
  windows: downtimeWindows,
}

/** Downtimes of an organization, in each project that they cover. */
export const ORGANIZATION: WindowOrigin = {
  name: 'organization',
  table: sql`organization_downtime_project`,
  documents: sql`organization_downtime`,
  windows: downtimeWindows,
}

/** Times outside of the business hours of a schedule. */
export const HOURS: WindowOrigin = {
  name: 'hours',
  table: sql`schedule_hours`,
  documents: sql`object`,
  windows(doc, fromMs, toMs) {
    // The documents of schedules contain the business hours that their handler wrote.
    const { business_hours: hours } = doc as { readonly business_hours?: BusinessHours | null }
    return hours ? closedWindows(hours, fromMs, toMs) : []
  },
}

export const WINDOW_ORIGINS: readonly WindowOrigin[] = [PROJECT, ORGANIZATION, HOURS]
