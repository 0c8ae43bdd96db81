import { sql } from 'kysely'
import type { Db } from '../core/database.ts'
import { deleteScope, sumUpScope } from '../statistics/scope-sums.ts'
import { monitorsInScope, readSlo } from './slo.ts'

/** Sums up hours of the monitors that objectives are about. Returns whether there is more to do. */
export const sumUpScopes = async (db: Db, now: number): Promise<boolean> => {
  const { rows } = await sql<{ project_key: number; has_slo: boolean }>`
    select project_key, bool_or(has_slo) as has_slo from (
      select project_key, true as has_slo from object where kind = 'slo' union all select project_key, false from scope) known
    group by project_key order by project_key`.execute(db)
  let isMore = false
  for (const { project_key: projectKey, has_slo: hasSlo } of rows) {
    const slo = hasSlo ? await readSlo(db, projectKey) : undefined
    if (!slo) await deleteScope(db, projectKey)
    else {
      const { sums } = await monitorsInScope(db, projectKey, slo.doc)
      if (await sumUpScope(db, sums, now)) isMore = true
    }
  }
  return isMore
}
