import type { Db } from '../core/database.ts'

/** Roles that every organization has; they can be neither renamed nor deleted. */
const BUILT_IN_ROLES = {
  ADMIN: 'Administers the organization and owns all its projects.',
  DEFAULT: 'Every member has this role.',
} as const

/** Creates an organization with its built-in roles; the account becomes its first ADMIN. */
export const createOrganization = async (
  db: Db,
  made: { id: string; name: string; accountId: string; now: number },
): Promise<void> => {
  const stamps = { created: made.now, last_update: made.now }
  await db
    .insertInto('organization')
    .values({ id: made.id, name: made.name, doc: '{}', ...stamps })
    .execute()
  await db
    .insertInto('organization_role')
    .values(
      Object.entries(BUILT_IN_ROLES).map(([id, description]) => ({ org_id: made.id, id, description, ...stamps })),
    )
    .execute()
  await addRoles(db, { orgId: made.id, accountId: made.accountId, roles: ['ADMIN'], now: made.now })
}

/** Gives an account roles in an organization, and DEFAULT with them; roles that it has stay as they are. */
export const addRoles = async (
  db: Db,
  added: { orgId: string; accountId: string; roles: readonly string[]; now: number },
): Promise<void> => {
  const { orgId: org_id, accountId: account_id, now: created } = added
  await db
    .insertInto('organization_member')
    .values([...new Set(['DEFAULT', ...added.roles])].map((role_id) => ({ org_id, account_id, role_id, created })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
