import { type Kysely, type Migration, Migrator, sql } from 'kysely'
import { openDatabase } from './database.ts'
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
import { silence } from './migrations/0015-silence.ts'

const statement = (text: string): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await sql.raw(text).execute(db)
  },
})

/** In order of their names; one that has landed never changes. */
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
  '0015-silence': statement(silence),
}

/** Brings the database at `url` to today's schema. Several servers may start at once: one migrates, the others wait. */
export const migrate = async (url: string): Promise<void> => {
  const database = openDatabase(url, { connections: 2 })
  try {
    const migrator = new Migrator({ db: database.db, provider: { getMigrations: async () => migrations } })
    const { error } = await migrator.migrateToLatest()
    if (error) throw error
  } finally {
    await database.close()
  }
}
