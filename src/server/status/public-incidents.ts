import type { Db } from '../store/core/database.ts'

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

/** Reads the published incidents that a status page shows. */
export const publicIncidents = async (
  _db: Db,
  _projectKey: number,
  _now: number,
): Promise<readonly PublicIncident[]> => []
