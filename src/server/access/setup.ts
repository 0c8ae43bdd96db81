import { sql } from 'kysely'
import type { Db } from '../store/database.ts'
import { newId } from '../store/identifiers.ts'
import { createApiKey, createProject } from '../store/projects.ts'
import { hashPassword } from './password.ts'

export type FirstAccount = {
  email: string
  password: string
  organization: string
  project: string
  /** Chosen by the operator; else one is made. */
  apiKey?: string
}

export type SetUp = { account_id: string; organization_id: string; project_id: string; api_key: string }

/** Nothing was ever set up here. */
export const isEmpty = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('account').select('id').limit(1).executeTakeFirst()) === undefined

/**
 * The first account (site admin), its organization, a project it owns, and an OWNER key of that project. Of two that come
 * at once, one is set up; the other gets null, as does whoever comes later.
 */
export const setUp = async (db: Db, first: FirstAccount, now: number): Promise<SetUp | null> => {
  await sql`lock table account in exclusive mode`.execute(db)
  if (!(await isEmpty(db))) return null
  const stamps = { created: now, last_update: now }
  const accountId = newId()
  await db
    .insertInto('account')
    .values({
      id: accountId,
      email: first.email,
      name: first.email.split('@')[0] ?? first.email,
      password_hash: await hashPassword(first.password),
      site_permission: 'site_admin',
      ...stamps,
    })
    .execute()
  const organizationId = newId()
  await db
    .insertInto('organization')
    .values({ id: organizationId, name: first.organization, doc: '{}', ...stamps })
    .execute()
  await db
    .insertInto('organization_member')
    .values([
      { org_id: organizationId, account_id: accountId, role_id: 'ADMIN' },
      { org_id: organizationId, account_id: accountId, role_id: 'DEFAULT' },
    ])
    .execute()
  const project = await createProject(db, { name: first.project, orgId: organizationId, tags: [], accountId, now })
  const api_key = await createApiKey(db, {
    projectKey: project.key,
    name: 'First key',
    level: 'OWNER',
    accountId,
    now,
    ...(first.apiKey !== undefined && { secret: first.apiKey }),
  })
  return { account_id: accountId, organization_id: organizationId, project_id: project.id, api_key }
}
