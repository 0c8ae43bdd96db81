import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db } from '../core/database.ts'
import type { FactorColumns } from '../core/factor-columns.ts'
import { hashOf, newId } from '../core/identifiers.ts'
import type { Sealed } from '../core/secret-cipher.ts'

export type FactorRow = Selectable<FactorColumns>
export type FactorKind = 'totp' | 'passkey'

/** Whether account `a` has a second factor; recovery codes alone are none. */
export const hasFactor: RawBuilder<boolean> = sql<boolean>`exists (
  select from account_factor f where f.account_id = a.id and f.kind <> 'recovery')`

/** Locks an account, so that its factors change one request at a time. */
export const lockFactors = async (db: Db, accountId: string): Promise<void> => {
  await db.selectFrom('account').select('id').where('id', '=', accountId).forUpdate().execute()
}

/** Reads the second factors of an account, oldest first, without its recovery codes. */
export const factorsOf = (db: Db, accountId: string): Promise<FactorRow[]> =>
  db
    .selectFrom('account_factor')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('kind', '<>', 'recovery')
    .orderBy('created')
    .orderBy('id')
    .execute()

/** Reads the kinds of second factors of accounts, by the account's id. */
export const factorKindsOf = async (db: Db, accountIds: readonly string[]): Promise<Map<string, FactorKind[]>> => {
  const { rows } = await sql<{ account_id: string; kinds: FactorKind[] }>`
    select account_id, array_agg(distinct kind order by kind) as kinds from account_factor
    where account_id = any(${accountIds}) and kind <> 'recovery' group by account_id`.execute(db)
  return new Map(rows.map(({ account_id, kinds }) => [account_id, kinds]))
}

/** Finds a passkey by the id that its authenticator tells. */
export const passkeyOf = (db: Db, credentialId: string): Promise<FactorRow | undefined> =>
  db
    .selectFrom('account_factor')
    .selectAll()
    .where('kind', '=', 'passkey')
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()

type NewFactor = { accountId: string; name: string; now: number } & (
  | { kind: 'totp'; secret: Sealed; step: number }
  | {
      kind: 'passkey'
      credentialId: string
      publicKey: Buffer
      counter: number
      transports: readonly string[]
      synced: boolean
    }
)

/** Adds a factor; undefined if the passkey is known already. */
export const addFactor = async (db: Db, made: NewFactor): Promise<FactorRow | undefined> => {
  const own =
    made.kind === 'totp'
      ? { secret: JSON.stringify(made.secret), last_step: made.step }
      : {
          credential_id: made.credentialId,
          public_key: made.publicKey,
          counter: made.counter,
          transports: JSON.stringify(made.transports),
          synced: made.synced,
        }
  return db
    .insertInto('account_factor')
    .values({ id: newId(), account_id: made.accountId, kind: made.kind, name: made.name, created: made.now, ...own })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Accepts the code of a time step once; false if it or a later one was accepted before. */
export const claimTotpStep = async (db: Db, factorId: string, step: number, now: number): Promise<boolean> => {
  const used = await db
    .updateTable('account_factor')
    .set({ last_step: step, last_used: now })
    .where('id', '=', factorId)
    .where((row) => row.or([row('last_step', 'is', null), row('last_step', '<', step)]))
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}

/** Moves the counter of a passkey on; false if it did not grow, as with a copy. Authenticators without a counter always say 0. */
export const claimPasskeyUse = async (db: Db, factorId: string, counter: number, now: number): Promise<boolean> => {
  const used = await db
    .updateTable('account_factor')
    .set({ counter, last_used: now })
    .where('id', '=', factorId)
    .where((row) => row.or([row('counter', '<', counter), row.and([row('counter', '=', 0), row.val(counter === 0)])]))
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}

const recoveryHash = (accountId: string, code: string): Buffer => hashOf(`recovery ${accountId} ${code}`)

/** Replaces the recovery codes of an account; only hashes are stored. */
export const replaceRecoveryCodes = async (
  db: Db,
  accountId: string,
  codes: readonly string[],
  now: number,
): Promise<void> => {
  await db.deleteFrom('account_factor').where('account_id', '=', accountId).where('kind', '=', 'recovery').execute()
  if (codes.length === 0) return
  await db
    .insertInto('account_factor')
    .values(
      codes.map((code) => ({
        id: newId(),
        account_id: accountId,
        kind: 'recovery',
        code_hash: recoveryHash(accountId, code),
        created: now,
      })),
    )
    .execute()
}

/** Consumes a recovery code; of concurrent callers one succeeds. */
export const consumeRecoveryCode = async (db: Db, accountId: string, code: string): Promise<boolean> => {
  const used = await db
    .deleteFrom('account_factor')
    .where('account_id', '=', accountId)
    .where('kind', '=', 'recovery')
    .where('code_hash', '=', recoveryHash(accountId, code))
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}

/** Counts the recovery codes that are left. */
export const recoveryCodesLeft = async (db: Db, accountId: string): Promise<number> => {
  const { left } = await db
    .selectFrom('account_factor')
    .where('account_id', '=', accountId)
    .where('kind', '=', 'recovery')
    .select((row) => row.fn.countAll<string>().as('left'))
    .executeTakeFirstOrThrow()
  return Number(left)
}

export const renameFactor = (db: Db, id: string, name: string) =>
  db.updateTable('account_factor').set({ name }).where('id', '=', id).execute()

export const removeFactor = (db: Db, id: string) => db.deleteFrom('account_factor').where('id', '=', id).execute()

/** Removes all factors and recovery codes of an account. */
export const removeFactors = (db: Db, accountId: string) =>
  db.deleteFrom('account_factor').where('account_id', '=', accountId).execute()

/** Names of the organizations that require a second factor of this account: as a member, or by access to one of their projects. */
export const enforcingOrganizations = async (db: Db, accountId: string): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select o.name from organization o where o.enforce_2fa and (
      exists (select from organization_member m where m.org_id = o.id and m.account_id = ${accountId})
      or exists (select from project p join project_access x on x.project_key = p.key
        where p.org_id = o.id and p.removed is null and x.account_id = ${accountId}))
    order by o.name, o.id`.execute(db)
  return rows.map(({ name }) => name)
}
