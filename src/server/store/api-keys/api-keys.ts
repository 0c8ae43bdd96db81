import { type RawBuilder, sql } from 'kysely'
import type { Level } from '../../../domain/core/access.ts'
import type { Db } from '../core/database.ts'
import { hashOf, newId, newSecret } from '../core/identifiers.ts'

/** An API key as it is listed: of the key itself only its first letters. */
export type ApiKeyRow = {
  readonly id: string
  readonly name: string
  readonly prefix: string
  readonly access_level: string
  readonly created: number
  readonly created_by: string | null
  /** The name of the account that made it. */
  readonly maker: string | null
  readonly last_used: number | null
  readonly expires: number | null
  readonly ended: EndedBecause | null
}

/** Why a key opens nothing: it expired, or the account that it goes back to is blocked. */
export type EndedBecause = 'expired' | 'blocked'

/**
 * Why a row of `api_key` opens nothing at `now`; null where the key is good. The only definition of it: who calls and what is listed
 * both ask here. A revoked key has no row, and the rows of the keys that it made went with it.
 */
export const endedBecause = (now: number): RawBuilder<EndedBecause | null> => sql`case
  when api_key.expires <= ${now} then 'expired'
  when exists (select from account where account.id = api_key.created_by and account.blocked is not null) then 'blocked' end`

type NewApiKey = {
  projectKey: number
  name: string
  level: Level
  /** Null: whoever made it has no account any more. */
  accountId: string | null
  /** The key by which it is made, with which it ends; null or absent: a person or the installation makes it. */
  makerKeyId?: string | null
  now: number
  /** Null or absent: never. */
  expires?: number | null
  /** Chosen by an operator; else one is made. */
  secret?: string
}

/** A new API key, kept as its hash; answers it in clear, this once. */
export const storeApiKey = async (db: Db, made: NewApiKey): Promise<{ id: string; secret: string }> => {
  const secret = made.secret ?? newSecret()
  const id = newId()
  await db
    .insertInto('api_key')
    .values({
      id,
      project_key: made.projectKey,
      name: made.name,
      prefix: secret.slice(0, 4),
      hash: hashOf(secret),
      access_level: made.level,
      created: made.now,
      created_by: made.accountId,
      created_by_key: made.makerKeyId ?? null,
      last_used: null,
      expires: made.expires ?? null,
    })
    .execute()
  return { id, secret }
}

const rowsOf = (db: Db, projectKey: number, now: number) =>
  db
    .selectFrom('api_key')
    .leftJoin('account as maker', 'maker.id', 'api_key.created_by')
    .where('api_key.project_key', '=', projectKey)
    .select(['api_key.id', 'api_key.name', 'api_key.prefix', 'api_key.access_level', 'api_key.created'])
    .select(['api_key.created_by', 'api_key.last_used', 'api_key.expires', 'maker.name as maker'])
    .select(endedBecause(now).as('ended'))

/** The keys of a project, newest first. */
export const apiKeysOf = (db: Db, projectKey: number, now: number): Promise<ApiKeyRow[]> =>
  rowsOf(db, projectKey, now).orderBy('api_key.created', 'desc').orderBy('api_key.id').execute()

/** One key of a project. */
export const apiKeyOf = (db: Db, projectKey: number, id: string, now: number): Promise<ApiKeyRow | undefined> =>
  rowsOf(db, projectKey, now).where('api_key.id', '=', id).executeTakeFirst()

/**
 * The key by which another is being made, locked until the transaction ends, so that it cannot be revoked before what it makes is
 * known to go with it; undefined where it was revoked since the request began.
 */
export const makerKey = (db: Db, id: string): Promise<{ expires: number | null } | undefined> =>
  db.selectFrom('api_key').select('expires').where('id', '=', id).forKeyShare().executeTakeFirst()

/** A key that was made by another, or by one that that one made. */
export type DescendantKey = {
  readonly id: string
  readonly name: string
  readonly project_key: number
  readonly project_id: string
  readonly org_id: string | null
}

/** Revokes a key and every key that goes back to it; answers those others. */
export const revokeApiKey = async (db: Db, id: string): Promise<DescendantKey[]> => {
  // First the lock: a key that is just being made by it is seen below, or is refused.
  await db.selectFrom('api_key').select('id').where('id', '=', id).forUpdate().execute()
  const { rows } = await sql<DescendantKey>`
    with recursive made (id) as (
      select id from api_key where created_by_key = ${id}
      union all
      select child.id from api_key child join made on child.created_by_key = made.id
    )
    select api_key.id, api_key.name, project.key as project_key, project.id as project_id, project.org_id
    from made join api_key on api_key.id = made.id join project on project.key = api_key.project_key order by api_key.id`.execute(
    db,
  )
  // The table takes the others away with it.
  await db.deleteFrom('api_key').where('id', '=', id).execute()
  return rows
}
