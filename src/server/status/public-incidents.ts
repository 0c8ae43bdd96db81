import { DAY_MS } from '../../domain/core/periods.ts'
import type { Db } from '../store/core/database.ts'
import { type PublishedIncident, publishedIncidents } from '../store/incidents/published-incidents.ts'

/** An incident as it was published. Times are milliseconds since 1970. */
export type PublicIncident = {
  /** Opaque, and the last part of its public address. */
  readonly id: string
  readonly title: string
  readonly began: number
  /** Null while it is open. */
  readonly ended: number | null
  /** Published updates, newest first. */
  readonly updates: readonly PublicUpdate[]
}

export type PublicUpdate = {
  readonly id: string
  readonly time: number
  /** The state in words, such as `Monitoring`. */
  readonly state: string
  readonly text: string
}

/** Days that ended incidents are shown. */
const SHOWN_DAYS = 14

const inWords = (state: string): string => `${state.charAt(0).toUpperCase()}${state.slice(1)}`

/** Reduces a published incident to the parts that a status page shows. */
export const publicIncidentOf = ({ id, title, begun, ended, updates }: PublishedIncident): PublicIncident => ({
  id,
  title,
  began: begun,
  ended,
  updates: updates.map(({ id, time, state, text }) => ({ id, time, state: inWords(state), text })),
})

/** Reads the published incidents that a status page shows: open ones, and those that ended within the last 14 days. Newest first. */
export const publicIncidents = async (db: Db, projectKey: number, now: number): Promise<readonly PublicIncident[]> => {
  const window = { from: now - SHOWN_DAYS * DAY_MS, to: now + DAY_MS }
  return (await publishedIncidents(db, projectKey, window)).map(publicIncidentOf)
}
