import { sql } from 'kysely'
import type { ProjectRight } from '../../contract/core/endpoint.ts'
import { holds, isLevel } from '../../domain/core/access.ts'
import type { Db } from '../store/core/database.ts'
import { joinMembership } from '../store/projects/entry.ts'

/** Whether an account is a member of a project with a right; a site permission alone makes nobody a member. */
export const isMemberWith = async (
  db: Db,
  projectKey: number,
  accountId: string,
  right: ProjectRight,
): Promise<boolean> => {
  const { rows } = await sql<{ level: string | null; is_admin: boolean }>`
    select x.access_level as level, m.account_id is not null as is_admin from project p ${joinMembership(accountId)}
    where p.key = ${projectKey}`.execute(db)
  return rows.some(({ level, is_admin }) => is_admin || (level !== null && isLevel(level) && holds(level, right)))
}
