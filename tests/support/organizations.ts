import { addCertificate } from '../../src/server/store/certificates/certificates.ts'
import { newId } from '../../src/server/store/core/identifiers.ts'
import { addOrganizationDowntime } from '../../src/server/store/downtimes/organization-downtimes.ts'
import { addIntegration, sealTokens } from '../../src/server/store/integrations/integrations.ts'
import { addRoles, createOrganization } from '../../src/server/store/organizations/organizations.ts'
import { addServiceAccount } from '../../src/server/store/service-accounts/service-accounts.ts'
import { addServiceKey, serviceKeysOf } from '../../src/server/store/service-accounts/service-keys.ts'
import { addAccount, PASSWORD } from './accounts.ts'
import { clientCertificate } from './client-certificate.ts'
import { signIn } from './person.ts'
import type { TestServer } from './server.ts'

/** The organization of a person, who becomes the administrator of a new one where they have none. */
export const organizationOf = async (running: TestServer, accountId: string): Promise<string> => {
  const { db } = running.server.services.database
  const members = db.selectFrom('organization_member').select('org_id').where('account_id', '=', accountId)
  const known = await members.executeTakeFirst()
  if (known) return known.org_id
  const id = newId()
  const now = Date.now()
  await createOrganization(db, { id, name: 'Own', accountId, now })
  return id
}

/** A certificate of a person's organization, whose name and subject nobody else may see. */
export const certificateOf = async (running: TestServer, accountId: string): Promise<string> => {
  const { database, sealing } = running.server.services
  const { certificate, private_key } = clientCertificate
  const doc = {
    certificate,
    private_key: sealing.seal(private_key),
    passphrase: null,
    origins: ['https://api.example.com'],
    subject: 'CN=CANARY-NAME',
    issuer: '',
    serial: '',
    fingerprint_sha256: '',
    not_before: 0,
    chain: 1,
  }
  const made = { name: 'CANARY-NAME', doc, notAfter: Date.now() * 2, now: 0 }
  return (await addCertificate(database.db, await organizationOf(running, accountId), made)).id
}

/** An integration of a person's organization, whose name and account nobody else may see. */
export const integrationOf = async (running: TestServer, accountId: string): Promise<string> => {
  const { database, sealing } = running.server.services
  return addIntegration(database.db, await organizationOf(running, accountId), {
    provider: 'datadog',
    name: 'CANARY-NAME',
    account: 'CANARY-NAME',
    domain: 'datadoghq.com',
    scopes: [],
    tokens: sealTokens({ access: 'CANARY-SECRET', refresh: null }, sealing),
    refreshes: false,
    expires: null,
    error: null,
    accountId,
    now: 0,
  })
}

/** A downtime of a person's organization, whose name nobody else may see. */
export const organizationDowntimeOf = async (running: TestServer, accountId: string): Promise<string> => {
  const doc = {
    start_time: '2098-01-04T02:00:00Z',
    end_time: '2098-01-04T03:00:00Z',
    repeated: false,
    repeat_days: 0,
    timezone: 'UTC',
    project_ids: [],
  } as const
  const { db } = running.server.services.database
  return addOrganizationDowntime(db, await organizationOf(running, accountId), { name: 'CANARY-NAME', doc, now: 0 })
}

/** Makes a downtime of the first project's organization, as a new ADMIN of it. */
export const makeOrganizationDowntime = async (running: TestServer): Promise<string> => {
  const { db } = running.server.services.database
  const { org_id } = await db.selectFrom('project').select('org_id').orderBy('key').executeTakeFirstOrThrow()
  const { id, email } = await addAccount(running, `admin-${newId().toLowerCase()}@example.com`)
  await addRoles(db, { orgId: String(org_id), accountId: id, roles: ['ADMIN'], now: 0 })
  const body = { name: 'd', start_time: '2098-01-04T02:00:00Z', end_time: '2098-01-04T03:00:00Z' }
  const admin = (await signIn(running.server, email, PASSWORD)).api()
  return (await admin.post<{ id: string }>(`/api/3/organizations/${org_id}/downtimes`, body)).id
}

/** A service account of an organization, whose name nobody else may see. */
export const serviceAccountOf = async (
  running: TestServer,
  orgId: string,
): Promise<{ id: string; keys: { id: string }[] }> => {
  const { db } = running.server.services.database
  const id = await addServiceAccount(db, { orgId, name: 'CANARY-NAME', roles: [], now: 0 })
  await addServiceKey(db, { accountId: id, makerId: null, expires: null, now: 0 })
  return { id, keys: await serviceKeysOf(db, orgId, 0) }
}

/** A custom role of an organization. */
export const roleOf = async (running: TestServer, orgId: string): Promise<string> => {
  const id = 'CANARY'
  const stamps = { created: 0, last_update: 0 }
  const { db } = running.server.services.database
  await db
    .insertInto('organization_role')
    .values({ org_id: orgId, id, description: 'CANARY-NAME', ...stamps })
    .execute()
  return id
}
