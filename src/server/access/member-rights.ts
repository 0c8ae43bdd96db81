import { sql } from 'kysely'
import type { ProjectRight } from '../../contract/core/endpoint.ts'
import { holds, isLevel } from '../../domain/core/access.ts'
import type { Db } from '../store/core/database.ts'
import { grantsIn } from '../store/core/entry.ts'

/** Whether an account is a member of a project with a right; a site permission alone makes nobody a member. */
export const isMemberWith = async (
  db: Db,
  projectKey: number,
  accountId: string,
  right: ProjectRight,
): Promise<boolean> => {
  const { rows } = await sql<{ level: string }>`
    select g.access_level as level from project p cross join lateral (${grantsIn(accountId)}) g
    where p.key = ${projectKey}`.execute(db)
  return rows.some(({ level }) => isLevel(level) && holds(level, right))
}
