import { sql } from 'kysely'
import { createAccount, nameFromEmail } from '../store/accounts/accounts.ts'
import type { Db } from '../store/core/database.ts'
import { newId } from '../store/core/identifiers.ts'
import { createApiKey, createProject } from '../store/projects/projects.ts'
import { hashPassword } from './password.ts'

export type Beginning = {
  organization: string
  project: string
  /** Chosen by the operator; else one is made. */
  apiKey?: string
}

export type SetUp = { account_id: string; organization_id: string; project_id: string; api_key: string }

/** Nothing was ever set up here. */
export const isEmpty = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('organization').select('id').limit(1).executeTakeFirst()) === undefined

/**
 * The organization and its first project, of the account that `found` makes or finds, which is its ADMIN, and an OWNER key of that
 * project. Of two that come at once, one is set up; the other gets null, as does whoever comes later.
 */
export const setUp = async (
  db: Db,
  first: Beginning,
  found: (db: Db) => Promise<string>,
  now: number,
): Promise<SetUp | null> => {
  await sql`lock table organization in exclusive mode`.execute(db)
  if (!(await isEmpty(db))) return null
  const stamps = { created: now, last_update: now }
  const accountId = await found(db)
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
  // The link was good once: an installation that is emptied later gets another.
  await db.deleteFrom('installation').where('name', '=', 'setup_token').execute()
  return { account_id: accountId, organization_id: organizationId, project_id: project.id, api_key }
}

/** Makes the first account of the embedded provider: a site admin, whose address the operator vouches for. */
export const firstAccount =
  ({ email, password }: { email: string; password: string }, now: number) =>
  async (db: Db): Promise<string> =>
    createAccount(db, {
      email,
      name: nameFromEmail(email),
      passwordHash: await hashPassword(password),
      sitePermission: 'site_admin',
      isEmailVerified: true,
      now,
    })
