import { LEVELS, type Level } from '../../src/domain/core/access.ts'
import { SITE_PERMISSIONS, type SitePermission } from '../../src/domain/core/effective-level.ts'
import { newId } from '../../src/server/store/core/identifiers.ts'
import { addRoles, createOrganization } from '../../src/server/store/organizations/organizations.ts'
import { createApiKey } from '../../src/server/store/projects/projects.ts'
import { addServiceAccount } from '../../src/server/store/service-accounts/service-accounts.ts'
import { addServiceKey } from '../../src/server/store/service-accounts/service-keys.ts'
import { addAccount, grant, PASSWORD } from '../support/accounts.ts'
import { signIn } from '../support/person.ts'
import type { TestServer } from '../support/server.ts'

/** A way of having rights, or none, and what follows from it in one project and its organization. */
export type WayOfRights = {
  readonly says: string
  /** The token of its requests; empty: none. */
  readonly token: string
  /** Whether the token is that of anybody. */
  readonly isKnown: boolean
  readonly level: Level | null
  readonly administers: boolean
  readonly site: SitePermission | null
}

export type Home = { readonly key: number; readonly id: string; readonly orgId: string }

const NOBODY = { isKnown: true, level: null, administers: false, site: null } as const
const OF_SITE: Readonly<Record<SitePermission, Level>> = {
  site_viewer: 'VIEWER',
  site_analyst: 'ANALYST',
  site_admin: 'OWNER',
}

/** Makes every way of having rights in a project. A new way is one more entry of the list that this returns. */
export const waysOfRights = async (running: TestServer, home: Home): Promise<readonly WayOfRights[]> => {
  const { db } = running.server.services.database
  const now = Date.now()
  const stamps = { created: now, last_update: now }
  let people = 0
  const person = async (site?: SitePermission) => {
    const account = await addAccount(running, `way${++people}@example.com`, site)
    return { ...account, token: async () => (await signIn(running.server, account.email, PASSWORD)).accessToken }
  }
  const direct = async (level: Level): Promise<WayOfRights> => {
    const one = await person()
    await grant(running, one, home.key, level)
    return { ...NOBODY, says: `direct access, ${level}`, token: await one.token(), level }
  }
  const roleWith = async (level: Level | null): Promise<string> => {
    const id = `ROLE_${level ?? 'NONE'}`
    const role = { org_id: home.orgId, id, description: '', ...stamps }
    await db
      .insertInto('organization_role')
      .values(role)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    if (level)
      await db
        .insertInto('project_role')
        .values({ id: newId(), project_key: home.key, org_id: home.orgId, role_id: id, access_level: level, ...stamps })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    return id
  }
  const inRole = async (role: string, says: string, more: Partial<WayOfRights>): Promise<WayOfRights> => {
    const one = await person()
    await addRoles(db, { orgId: home.orgId, accountId: one.id, roles: [role], now })
    return { ...NOBODY, says, token: await one.token(), ...more }
  }
  const key = async (level: Level, accountId: string): Promise<string> =>
    createApiKey(db, { projectKey: home.key, name: level, level, accountId, now })
  const owner = await person()
  await grant(running, owner, home.key, 'OWNER')
  const service = async (level: Level): Promise<WayOfRights> => {
    const made = { orgId: home.orgId, name: level, roles: [await roleWith(level)], now }
    const accountId = await addServiceAccount(db, made)
    const token = await addServiceKey(db, { accountId, makerId: null, expires: null, now })
    return { ...NOBODY, says: `service account, ${level}`, token, level }
  }

  const elsewhere = await person()
  await elsewhereProject(running, elsewhere.id)
  const otherAdmin = await person()
  await createOrganization(db, { id: newId(), name: 'Another', accountId: otherAdmin.id, now })
  const leaver = await person()
  await grant(running, leaver, home.key, 'OWNER')
  const [leaverToken, leaverKey] = [await leaver.token(), await key('OWNER', leaver.id)]
  await db.deleteFrom('project_access').where('account_id', '=', leaver.id).execute()
  const revoked = await key('OWNER', owner.id)
  await db.deleteFrom('api_key').where('prefix', '=', revoked.slice(0, 4)).where('project_key', '=', home.key).execute()

  return [
    ...(await inTurn(LEVELS, direct)),
    ...(await inTurn(LEVELS, async (level) =>
      inRole(await roleWith(level), `role with the level ${level}`, { level }),
    )),
    ...(await inTurn(LEVELS, async (level) => ({
      ...NOBODY,
      says: `API key, ${level}`,
      token: await key(level, owner.id),
      level,
    }))),
    ...(await inTurn(LEVELS, service)),
    await inRole('ADMIN', 'ADMIN of the organization', { level: 'OWNER', administers: true }),
    await inRole('DEFAULT', 'DEFAULT in the organization', {}),
    await inRole(await roleWith(null), 'custom role without a level', {}),
    ...(await inTurn(SITE_PERMISSIONS, async (site) => ({
      ...NOBODY,
      says: site,
      token: await (await person(site)).token(),
      level: OF_SITE[site],
      site,
    }))),
    { ...NOBODY, says: 'owner of another project', token: await elsewhere.token() },
    { ...NOBODY, says: 'ADMIN of another organization', token: await otherAdmin.token() },
    { ...NOBODY, says: 'withdrawn: access removed', token: leaverToken },
    { ...NOBODY, says: 'withdrawn: key of somebody whose access was removed', token: leaverKey, isKnown: false },
    { ...NOBODY, says: 'withdrawn: key revoked', token: revoked, isKnown: false },
    { ...NOBODY, says: 'signed out', token: '', isKnown: false },
  ]
}

/** One after the other: sign-ins at the same time count as attempts at a password. */
const inTurn = async <Item, Made>(items: readonly Item[], make: (item: Item) => Promise<Made>): Promise<Made[]> => {
  const made: Made[] = []
  for (const item of items) made.push(await make(item))
  return made
}

const elsewhereProject = async (running: TestServer, accountId: string): Promise<void> => {
  const { db } = running.server.services.database
  const row = { id: newId(), org_id: null, name: 'Elsewhere', doc: '{}', created: 0, last_update: 0 }
  const { key } = await db.insertInto('project').values(row).returning('key').executeTakeFirstOrThrow()
  await grant(running, { id: accountId, email: '' }, key, 'OWNER')
}
