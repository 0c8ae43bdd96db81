import { sql } from 'kysely'
import type { Db } from '../core/database.ts'

/** The status page that lists an incident. */
export type ListingPage = { readonly slug: string; readonly title: string }

/** Reads the published status page of the project of an incident; null where none is published. */
export const listingPageOf = async (db: Db, incidentId: string): Promise<ListingPage | null> => {
  const { rows } = await sql<ListingPage>`select s.slug, s.doc ->> 'title' as title
    from incident i join status_page s using (project_key) where i.id = ${incidentId} and s.published`.execute(db)
  return rows[0] ?? null
}
