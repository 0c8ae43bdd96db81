import { type Kysely, type Migration, type MigrationResultSet, Migrator, sql } from 'kysely'
import pg from 'pg'
import { VERSION } from '../../../contract/core/version.ts'
import { StartProblem } from '../../start-problem.ts'
import { NEWER_DATA } from './data-advice.ts'
import { type Db, openDatabase } from './database.ts'
import { requireUtf8 } from './encoding.ts'
import { doing } from './kinds-of-work.ts'
import { first } from './migrations/0001-first.ts'
import { identity } from './migrations/0002-identity.ts'
import { events } from './migrations/0003-events.ts'
import { answered } from './migrations/0004-answered.ts'
import { auditChain } from './migrations/0005-audit-chain.ts'
import { notifications } from './migrations/0006-notifications.ts'
import { webhookTypes } from './migrations/0007-webhook-types.ts'
import { subscriptions } from './migrations/0008-subscriptions.ts'
import { settings } from './migrations/0009-settings.ts'
import { retries } from './migrations/0010-retries.ts'
import { onboarding } from './migrations/0011-onboarding.ts'
import { usage } from './migrations/0012-usage.ts'
import { deliveryLines } from './migrations/0013-delivery-lines.ts'
import { fairDispatch } from './migrations/0014-fair-dispatch.ts'
import { silence } from './migrations/0015-silence.ts'
import { access } from './migrations/0016-access.ts'
import { downtimes } from './migrations/0017-downtimes.ts'
import { deletedMonitors } from './migrations/0018-deleted-monitors.ts'
import { deliveryStates } from './migrations/0019-delivery-states.ts'
import { environments } from './migrations/0020-environments.ts'
import { files } from './migrations/0021-files.ts'
import { auth } from './migrations/0022-auth.ts'
import { resultBodies } from './migrations/0023-result-bodies.ts'
import { certificates } from './migrations/0024-certificates.ts'
import { workflows } from './migrations/0025-workflows.ts'
import { browserTests } from './migrations/0026-browser-tests.ts'
import { organizationDowntimes } from './migrations/0027-organization-downtimes.ts'
import { agents } from './migrations/0028-agents.ts'
import { scheduleCounts } from './migrations/0035-schedule-counts.ts'
import { sums } from './migrations/0036-sums.ts'
import { scores } from './migrations/0037-scores.ts'
import { workflowClaims } from './migrations/0038-workflow-claims.ts'
import { closedLocations } from './migrations/0040-closed-locations.ts'
import { resultVitals } from './migrations/0042-result-vitals.ts'
import { scopes } from './migrations/0043-scopes.ts'
import { reportLinks } from './migrations/0044-report-links.ts'
import { sizes } from './migrations/0046-sizes.ts'
import { lastDays } from './migrations/0048-last-days.ts'
import { retention } from './migrations/0049-retention.ts'
import { denseResults } from './migrations/0050-dense-results.ts'
import { organizations } from './migrations/0051-organizations.ts'
import { invites } from './migrations/0053-invites.ts'
import { factors } from './migrations/0054-factors.ts'
import { federation } from './migrations/0055-federation.ts'
import { serviceAccounts } from './migrations/0056-service-accounts.ts'
import { integrations } from './migrations/0057-integrations.ts'
import { keyServices } from './migrations/0058-key-services.ts'
import { site } from './migrations/0059-site.ts'
import { lags } from './migrations/0060-lags.ts'
import { alertPolicy } from './migrations/0061-alert-policy.ts'
import { incidents } from './migrations/0062-incidents.ts'
import { statusPages } from './migrations/0063-status-pages.ts'
import { mailKinds } from './migrations/0064-mail-kinds.ts'
import { signals } from './migrations/0065-signals.ts'
import { connections } from './migrations/0069-connections.ts'
import { mergedDeliveries } from './migrations/0071-merged-deliveries.ts'
import { objectSearch } from './migrations/0072-object-search.ts'
import { outages } from './migrations/0073-outages.ts'
import { documentUse } from './migrations/0074-document-use.ts'
import { spentDays } from './migrations/0075-spent-days.ts'
import { keyCheckValues } from './migrations/0076-key-check-values.ts'
import { joinTokenKey } from './migrations/0077-join-token-key.ts'
import { keysOfServiceKeys } from './migrations/0078-keys-of-service-keys.ts'
import { callbackAddresses } from './migrations/0079-callback-addresses.ts'
import { approvingSignIns } from './migrations/0080-approving-sign-ins.ts'
import { seenChains } from './migrations/0081-seen-chains.ts'
import { deletedDependencies } from './migrations/0082-deleted-dependencies.ts'
import { bracesAsWritten } from './migrations/0083-braces-as-written.ts'
import { LONG_WORK } from './session-settings.ts'

const statement = (text: string): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await sql.raw(text).execute(db)
  },
})

/** Migrations in order of their names; a released one never changes. */
const migrations: Record<string, Migration> = {
  '0001-first': statement(first),
  '0002-identity': statement(identity),
  '0003-events': statement(events),
  '0004-answered': statement(answered),
  '0005-audit-chain': statement(auditChain),
  '0006-notifications': statement(notifications),
  '0007-webhook-types': statement(webhookTypes),
  '0008-subscriptions': statement(subscriptions),
  '0009-settings': statement(settings),
  '0010-retries': statement(retries),
  '0011-onboarding': statement(onboarding),
  '0012-usage': statement(usage),
  '0013-delivery-lines': statement(deliveryLines),
  '0014-fair-dispatch': statement(fairDispatch),
  '0015-silence': statement(silence),
  '0016-access': statement(access),
  '0017-downtimes': statement(downtimes),
  '0018-deleted-monitors': statement(deletedMonitors),
  '0019-delivery-states': statement(deliveryStates),
  '0020-environments': statement(environments),
  '0021-files': statement(files),
  '0022-auth': statement(auth),
  '0023-result-bodies': statement(resultBodies),
  '0024-certificates': statement(certificates),
  '0025-workflows': statement(workflows),
  '0026-browser-tests': statement(browserTests),
  '0027-organization-downtimes': statement(organizationDowntimes),
  '0028-agents': statement(agents),
  '0035-schedule-counts': statement(scheduleCounts),
  '0036-sums': statement(sums),
  '0037-scores': statement(scores),
  '0038-workflow-claims': statement(workflowClaims),
  '0040-closed-locations': statement(closedLocations),
  '0042-result-vitals': statement(resultVitals),
  '0043-scopes': statement(scopes),
  '0044-report-links': statement(reportLinks),
  '0046-sizes': statement(sizes),
  '0048-last-days': statement(lastDays),
  '0049-retention': statement(retention),
  '0050-dense-results': statement(denseResults),
  '0051-organizations': statement(organizations),
  '0053-invites': statement(invites),
  '0054-factors': statement(factors),
  '0055-federation': statement(federation),
  '0056-service-accounts': statement(serviceAccounts),
  '0057-integrations': statement(integrations),
  '0058-key-services': statement(keyServices),
  '0059-site': statement(site),
  '0060-lags': statement(lags),
  '0061-alert-policy': statement(alertPolicy),
  '0062-incidents': statement(incidents),
  '0063-status-pages': statement(statusPages),
  '0064-mail-kinds': statement(mailKinds),
  '0065-signals': statement(signals),
  '0069-connections': statement(connections),
  '0071-merged-deliveries': statement(mergedDeliveries),
  '0072-object-search': statement(objectSearch),
  '0073-outages': statement(outages),
  '0074-document-use': statement(documentUse),
  '0075-spent-days': statement(spentDays),
  '0076-key-check-values': statement(keyCheckValues),
  '0077-join-token-key': statement(joinTokenKey),
  '0078-keys-of-service-keys': statement(keysOfServiceKeys),
  '0079-callback-addresses': statement(callbackAddresses),
  '0080-approving-sign-ins': statement(approvingSignIns),
  '0081-seen-chains': statement(seenChains),
  '0082-deleted-dependencies': statement(deletedDependencies),
  '0083-braces-as-written': statement(bracesAsWritten),
}

/** A database's applied and pending migrations, in order. */
export type SchemaState = {
  readonly applied: readonly string[]
  readonly pending: readonly string[]
  /** The last version that used the database; null if not recorded. */
  readonly lastVersion: string | null
}

/** Names of this version's migrations, in order. */
export const migrationNames: readonly string[] = Object.keys(migrations).sort()

/** Reads a database's schema state. Throws a `StartProblem` if a newer version has migrated it. */
export const schemaState = async (db: Db): Promise<SchemaState> => {
  const { rows: known } = await sql<{ migrations: boolean; installation: boolean }>`
    select to_regclass('kysely_migration') is not null as migrations,
      to_regclass('installation') is not null as installation`.execute(db)
  const applied = known[0]?.migrations
    ? (await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)).rows
    : []
  const version = known[0]?.installation
    ? (await db.selectFrom('installation').select('value').where('name', '=', 'version').executeTakeFirst())?.value
    : undefined
  const lastVersion = typeof version === 'string' ? version : null
  const names = applied.map(({ name }) => name)
  const unknown = names.filter((name) => !migrationNames.includes(name)).at(-1)
  if (unknown !== undefined)
    throw new StartProblem(
      `This data was last used by ${lastVersion === null || lastVersion === VERSION ? 'a newer Sonde' : `Sonde ${lastVersion}`} (migration ${unknown}); this is ${VERSION}. ${NEWER_DATA}`,
    )
  return { applied: names, pending: migrationNames.filter((name) => !names.includes(name)), lastVersion }
}

/** Records that this version uses the database, for the error message of an older one. */
export const recordVersion = async (db: Db): Promise<void> => {
  const value = JSON.stringify(VERSION)
  await db
    .insertInto('installation')
    .values({ name: 'version', value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

const migrator = (db: Db, more: { disableTransactions?: boolean } = {}) =>
  new Migrator({ db, provider: { getMigrations: async () => migrations }, ...more })

/** Throws what ended a migration, with the migration's name if PostgreSQL refused one of its statements. */
const orThrow = ({ error, results = [] }: MigrationResultSet): void => {
  if (!error) return
  const failed = results.find(({ status }) => status === 'Error')
  if (failed && error instanceof pg.DatabaseError)
    throw new StartProblem(`Migration ${failed.migrationName} failed and was rolled back: ${error.message}.`)
  throw error
}

/** Migrates the database at `url` to the current schema. If several servers start at once, one migrates and the others wait. */
export const migrate = async (url: string): Promise<void> => {
  const database = openDatabase(url, { connections: 2, settings: LONG_WORK })
  try {
    const { applied } = await schemaState(database.db)
    if (applied.length === 0) await requireUtf8(database.db)
    orThrow(await doing('long', () => migrator(database.db).migrateToLatest()))
  } finally {
    await database.close()
  }
}

/** Migrates an empty database up to and including `last`, in the open transaction of `db`'s only connection. */
export const migrateWithin = async (db: Db, last: string): Promise<void> => {
  await requireUtf8(db)
  orThrow(await migrator(db, { disableTransactions: true }).migrateTo(last))
}
