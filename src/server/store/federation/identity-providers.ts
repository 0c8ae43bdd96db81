import { type Selectable, sql } from 'kysely'
import type { Db } from '../core/database.ts'
import type { IdentityProviderColumns } from '../core/federation-columns.ts'
import { newId } from '../core/identifiers.ts'

/** A stored OpenID provider. */
export type IdentityProvider = Selectable<IdentityProviderColumns>

/** A provider with the number of accounts that are linked to it. */
export type CountedProvider = IdentityProvider & { readonly accounts: number }

const ACCOUNTS = sql<number>`(select count(distinct i.account_id)::int from account_identity i where i.provider_id = identity_provider.id)`

/** Lists the providers by name, or one of them. */
export const identityProviders = (db: Db, id?: string): Promise<CountedProvider[]> =>
  db
    .selectFrom('identity_provider')
    .selectAll()
    .select(ACCOUNTS.as('accounts'))
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute()

/** Reads a provider that is to change, and locks it. */
export const lockedProvider = (db: Db, id: string): Promise<IdentityProvider | undefined> =>
  db.selectFrom('identity_provider').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** Reads a provider with which people may sign in. */
export const enabledProvider = (db: Db, id: string): Promise<IdentityProvider | undefined> =>
  db.selectFrom('identity_provider').selectAll().where('id', '=', id).where('enabled', '=', true).executeTakeFirst()

/** Buttons of the sign-in page. */
export const providerButtons = (db: Db): Promise<{ id: string; name: string; button: string }[]> =>
  db
    .selectFrom('identity_provider')
    .select(['id', 'name', 'button'])
    .where('enabled', '=', true)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute()

type Written = Omit<IdentityProvider, 'id' | 'created' | 'last_update'>

const stored = ({ client_secret, ...written }: Written) => ({
  ...written,
  client_secret: client_secret === null ? null : JSON.stringify(client_secret),
})

/** Stores a new provider. It takes over the accounts of a deleted one with this issuer. */
export const addProvider = async (db: Db, written: Written, now: number): Promise<IdentityProvider> => {
  const made = await db
    .insertInto('identity_provider')
    .values({ id: newId(), ...stored(written), created: now, last_update: now })
    .returningAll()
    .executeTakeFirstOrThrow()
  await sql`update account_identity set provider_id = ${made.id}
    where provider_id is null and rtrim(issuer, '/') = ${made.issuer.replace(/\/+$/, '')}`.execute(db)
  return made
}

/** Changes a provider. */
export const changeProvider = (db: Db, id: string, written: Written, now: number): Promise<IdentityProvider> =>
  db
    .updateTable('identity_provider')
    .set({ ...stored(written), last_update: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export const removeProvider = (db: Db, id: string) => db.deleteFrom('identity_provider').where('id', '=', id).execute()
