import { sql } from 'kysely'
import { createAccount, nameFromEmail } from '../store/accounts/accounts.ts'
import type { Db } from '../store/core/database.ts'
import { newId } from '../store/core/identifiers.ts'
import { createOrganization } from '../store/organizations/organizations.ts'
import { createApiKey, createProject } from '../store/projects/projects.ts'
import { hashPassword } from './password.ts'

export type SetupRequest = {
  organization: string
  project: string
  /** Chosen by the operator; generated if absent. */
  apiKey?: string
}

export type SetUp = { account_id: string; organization_id: string; project_id: string; api_key: string }

/** Whether the installation has never been set up. */
export const isEmpty = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('organization').select('id').limit(1).executeTakeFirst()) === undefined

/**
 * Creates the organization, its first project and an OWNER key of the project; the account from `found` becomes the organization's
 * ADMIN. If two requests compete, one succeeds and the other gets null, as do all later ones.
 */
export const setUp = async (
  db: Db,
  first: SetupRequest,
  found: (db: Db) => Promise<string>,
  now: number,
): Promise<SetUp | null> => {
  await sql`lock table organization in exclusive mode`.execute(db)
  if (!(await isEmpty(db))) return null
  const accountId = await found(db)
  const organizationId = newId()
  await createOrganization(db, { id: organizationId, name: first.organization, accountId, now })
  const project = await createProject(db, { name: first.project, orgId: organizationId, tags: [], accountId, now })
  const api_key = await createApiKey(db, {
    projectKey: project.key,
    name: 'First key',
    level: 'OWNER',
    accountId,
    now,
    ...(first.apiKey !== undefined && { secret: first.apiKey }),
  })
  // The setup link is used up; an installation that is emptied later gets a new one.
  await db.deleteFrom('installation').where('name', '=', 'setup_token').execute()
  return { account_id: accountId, organization_id: organizationId, project_id: project.id, api_key }
}

/** Creates the first account of the embedded provider: a site admin whose address needs no confirmation. */
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
