import type { Db } from '../core/database.ts'
import { newId } from '../core/identifiers.ts'

/** An update of an incident; `author` is null for what a rule did. */
export type NewUpdate = {
  readonly incident_key: number
  readonly time: number
  readonly state: number
  readonly text: string
  readonly author: string | null
  readonly is_public: boolean
}

/** Stores updates of incidents. */
export const addUpdates = async (db: Db, updates: readonly NewUpdate[]): Promise<void> => {
  if (updates.length === 0) return
  await db
    .insertInto('incident_update')
    .values(updates.map((update) => ({ ...update, id: newId() })))
    .execute()
}
