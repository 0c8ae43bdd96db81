import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { KeyAway } from '../core/data-keys.ts'
import type { Db } from '../core/database.ts'
import { newId } from '../core/identifiers.ts'
import type { KeySource, Sealed, SecretCipher } from '../core/secret-cipher.ts'

/** A key service of an organization as stored; times in Unix ms. */
export type KeyService = {
  readonly org_id: string
  readonly url: string
  readonly namespace: string | null
  readonly mount: string
  readonly key_name: string
  readonly token: Sealed
  readonly checked: number | null
  readonly problem: string | null
  readonly last_update: number
}

const COLUMNS = [
  'org_id',
  'url',
  'namespace',
  'mount',
  'key_name',
  'token',
  'checked',
  'problem',
  'last_update',
] as const

/** Reads the key service of an organization, locked where it is about to change. */
export const keyServiceOf = async (
  db: Db,
  orgId: string,
  { forChange = false } = {},
): Promise<KeyService | undefined> =>
  db
    .selectFrom('key_service')
    .select(COLUMNS)
    .where('org_id', '=', orgId)
    .$if(forChange, (query) => query.forUpdate())
    .executeTakeFirst()

/** Stores the key service of an organization, in place of the one before. */
export const storeKeyService = async (
  db: Db,
  written: Omit<KeyService, 'checked' | 'problem' | 'last_update'> & { readonly now: number },
): Promise<void> => {
  const { now, token, ...columns } = written
  const values = { ...columns, token: JSON.stringify(token), checked: null, problem: null, last_update: now }
  await db
    .insertInto('key_service')
    .values({ ...values, created: now })
    .onConflict((conflict) => conflict.column('org_id').doUpdateSet(values))
    .execute()
}

/** Notes that a key service was asked; `problem` says why it failed. */
export const recordCheck = async (db: Db, orgId: string, problem: string | null, now: number): Promise<void> => {
  await db.updateTable('key_service').set({ checked: now, problem }).where('org_id', '=', orgId).execute()
}

/** A data key as stored, with its organization. */
export type WrappedKey = {
  readonly id: string
  readonly org_id: string
  readonly wrapped: string
  /** Tells this key from any other, without telling the key; null for one that was not unwrapped since 0.5. */
  readonly check_value: string | null
}

const checkValue = (key: Buffer): string =>
  createHmac('sha256', key).update('the check value of a data key').digest('hex')

/** Whether an unwrapped key is the one that was stored. The first unwrapping of a key that was stored without a check value sets it. */
export const isKeyOf = async (db: Db, { id, check_value }: WrappedKey, key: Buffer): Promise<boolean> => {
  const value = checkValue(key)
  if (check_value !== null) return check_value === value
  await db
    .updateTable('organization_key')
    .set({ check_value: value })
    .where('id', '=', id)
    .where('check_value', 'is', null)
    .execute()
  return true
}

/** Stores a new data key, which encrypts from now on. */
export const addWrappedKey = async (
  db: Db,
  made: { orgId: string; key: Buffer; wrapped: string; now: number },
): Promise<WrappedKey> => {
  const row = { id: newId(), org_id: made.orgId, wrapped: made.wrapped, check_value: checkValue(made.key) }
  await db
    .insertInto('organization_key')
    .values({ ...row, created: made.now })
    .execute()
  return row
}

/** Reads data keys by id. */
export const wrappedKeys = (db: Db, ids: readonly string[]): Promise<WrappedKey[]> =>
  db
    .selectFrom('organization_key')
    .select(['id', 'org_id', 'wrapped', 'check_value'])
    .where('id', 'in', [...ids, ''])
    .execute()

/** Reads all data keys of organizations that encrypt with a key of their own. */
export const wrappedKeysInUse = (db: Db): Promise<WrappedKey[]> =>
  db
    .selectFrom('organization_key')
    .innerJoin('key_service', 'key_service.org_id', 'organization_key.org_id')
    .select([
      'organization_key.id',
      'organization_key.org_id',
      'organization_key.wrapped',
      'organization_key.check_value',
    ])
    .execute()

/**
 * Returns the id of the data key that encrypts the secrets of an organization; null if the installation's key does. Locks the setting for
 * the rest of the transaction, so that switching it waits for this write.
 */
export const currentKeyId = async (db: Db, orgId: string): Promise<string | null> => {
  const { rows } = await sql<{ id: string | null }>`
    select case when o.kms_enabled then (
      select k.id from organization_key k where k.org_id = o.id order by k.created desc, k.id limit 1) end as id
    from organization o where o.id = ${orgId} for share of o`.execute(db)
  return rows[0]?.id ?? null
}

/** Returns the organizations of projects that have one. */
export const organizationsOfProjects = async (
  db: Db,
  projectKeys: readonly number[],
): Promise<ReadonlyMap<number, string>> => {
  const { rows } = await sql<{ key: number; org_id: string }>`
    select key, org_id from project where key = any(${[...projectKeys]}::int[]) and org_id is not null`.execute(db)
  return new Map(rows.map(({ key, org_id }) => [key, org_id]))
}

/** Where secrets get a data key. It throws a `KeyAway` while the key is not available. */
export const sourceOfKey =
  ({ dataKeys }: SecretCipher, id: string): KeySource =>
  () => {
    const key = dataKeys.find(id)
    if (!key) throw new KeyAway(id)
    return { id, key }
  }

/** Where new secrets of an organization get their key; null if the installation's key encrypts them. */
export const keySourceOf = async (db: Db, sealing: SecretCipher, orgId: string | null): Promise<KeySource | null> => {
  const id = orgId === null ? null : await currentKeyId(db, orgId)
  return id === null ? null : sourceOfKey(sealing, id)
}

/** Returns the newest data key of an organization, whether or not it is in use; null if it has none. */
export const newestKeyId = async (db: Db, orgId: string): Promise<string | null> =>
  (
    await db
      .selectFrom('organization_key')
      .select('id')
      .where('org_id', '=', orgId)
      .orderBy('created', 'desc')
      .orderBy('id')
      .executeTakeFirst()
  )?.id ?? null

/** Switches whether the organization's own key encrypts its secrets. Waits for writes that read the setting. */
export const setEnabled = async (db: Db, orgId: string, enabled: boolean, now: number): Promise<void> => {
  await db.updateTable('organization').set({ kms_enabled: enabled, last_update: now }).where('id', '=', orgId).execute()
}

/** Removes the key service of an organization and its data keys. */
export const removeKeyService = async (db: Db, orgId: string): Promise<void> => {
  await db.deleteFrom('organization_key').where('org_id', '=', orgId).execute()
  await db.deleteFrom('key_service').where('org_id', '=', orgId).execute()
}
