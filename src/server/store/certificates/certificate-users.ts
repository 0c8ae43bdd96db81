import { sql } from 'kysely'
import { presentingOrigin } from '../../../domain/certificates/presenting.ts'
import type { Db } from '../core/database.ts'

/** A monitor that presents a certificate, and its project. */
export type CertificateUser = {
  readonly id: string
  readonly name: string
  readonly project_key: number
  readonly project_id: string
  readonly project: string
}

/** Returns a function from origins to the monitors of an organization that call one of them, by project and name. */
export const callersOf = async (
  db: Db,
  orgId: string,
): Promise<(origins: readonly string[]) => readonly CertificateUser[]> => {
  const { rows } = await sql<CertificateUser & { url: string }>`
    select m.id, m.name, p.key as project_key, p.id as project_id, p.name as project, m.doc #>> '{request,url}' as url
    from project p join object m on m.project_key = p.key
    where p.org_id = ${orgId} and m.kind = 'monitor' and m.doc #>> '{request,url}' ~* '^\\s*https://'
    order by p.name, p.key, m.name, m.id`.execute(db)
  const callers = new Map<string, CertificateUser[]>()
  for (const { url, ...user } of rows) {
    const origin = presentingOrigin(url)
    if (origin !== undefined) callers.set(origin, [...(callers.get(origin) ?? []), user])
  }
  return (origins) => [...new Set(origins)].flatMap((origin) => callers.get(origin) ?? [])
}
