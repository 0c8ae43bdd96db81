import { type RawBuilder, sql } from 'kysely'
import { LEVELS, type Level, levelsWithin } from '../../../domain/core/access.ts'
import type { Db } from '../core/database.ts'
import { grantsIn, highestGrantFirst } from '../core/entry.ts'
import { hashOf, newId, newSecret } from '../core/identifiers.ts'

/** An API key as listed: of the secret only its first letters. */
export type ApiKeyRow = {
  readonly id: string
  readonly name: string
  readonly prefix: string
  readonly access_level: string
  readonly created: number
  readonly created_by: string | null
  /** The name of the account that created it. */
  readonly maker: string | null
  readonly last_used: number | null
  readonly expires: number | null
  readonly ended: EndedBecause | null
}

/** Subjects of an issuer that the operator configured as site admins. */
export type NamedAdmins = { readonly issuer: string; readonly subjects: readonly string[] }

/** Why a key is invalid: it expired, its account is blocked, may no longer enter the project, or has a lower level there. */
export type EndedBecause = 'expired' | 'blocked' | 'no_access' | 'level'

/** Pairs of an account's level and the level of a key that it includes. */
const includedLevels = LEVELS.flatMap((own) => levelsWithin(own).map((key) => sql`(${sql.lit(own)}, ${sql.lit(key)})`))

/** The level that site permission gives account `a`; null for none. */
export const siteLevel = (named: NamedAdmins | null): RawBuilder<Level | null> => sql`case
  when a.site_permission = 'site_admin' or exists (select from account_identity i where i.account_id = a.id
    and i.issuer = ${named?.issuer ?? ''} and i.subject = any(${[...(named?.subjects ?? [])]}::text[])) then 'OWNER'
  when a.site_permission = 'site_analyst' then 'ANALYST' when a.site_permission = 'site_viewer' then 'VIEWER' end`

/**
 * SQL for why a row of `api_key` is invalid at `now`; null if it is valid. The only definition, used for callers and lists. The statement
 * names the key's project `p` and its account `a`, which may be absent. A revoked key has no row, and neither do the keys it created. The
 * offset of 0 keeps the planner from planning the inner query anew for each place where its level is compared.
 */
export const endedBecause = (now: number, named: NamedAdmins | null): RawBuilder<EndedBecause | null> => sql`case
  when api_key.expires <= ${now} then 'expired'
  when a.blocked is not null then 'blocked'
  else (
    select case when own.level is null then 'no_access'
      when (own.level, api_key.access_level) not in (${sql.join(includedLevels)}) then 'level' end
    from (select (
      select access_level from (
        ${grantsIn(sql`api_key.created_by`)}
        union all select null, a.id, ${siteLevel(named)}, null, 0, 0 where ${siteLevel(named)} is not null
      ) grants order by ${highestGrantFirst} limit 1) as level offset 0) own) end`

/** A key that creates another one: an API key, or a key of a service account. */
export type MakerKey = { readonly kind: 'api_key' | 'service'; readonly keyId: string }

type NewApiKey = {
  projectKey: number
  name: string
  level: Level
  /** Null: the creator's account no longer exists. */
  accountId: string | null
  /** The key that creates it, and with which it ends; null or absent if a person or the installation creates it. */
  maker?: MakerKey | null
  now: number
  /** Null or absent: it never expires. */
  expires?: number | null
  /** Chosen by the operator; generated if absent. */
  secret?: string
}

/** Creates an API key and returns its secret; only its hash is stored. */
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
      created_by_key: made.maker?.kind === 'api_key' ? made.maker.keyId : null,
      created_by_service_key: made.maker?.kind === 'service' ? made.maker.keyId : null,
      last_used: null,
      expires: made.expires ?? null,
    })
    .execute()
  return { id, secret }
}

/** The time, and the site admins that the operator named, by which a key is judged. */
type Moment = { readonly now: number; readonly named: NamedAdmins | null }

const rowsOf = (db: Db, projectKey: number, { now, named }: Moment) =>
  db
    .selectFrom('api_key')
    .innerJoin('project as p', 'p.key', 'api_key.project_key')
    .leftJoin('account as a', 'a.id', 'api_key.created_by')
    .where('api_key.project_key', '=', projectKey)
    .select(['api_key.id', 'api_key.name', 'api_key.prefix', 'api_key.access_level', 'api_key.created'])
    .select(['api_key.created_by', 'api_key.last_used', 'api_key.expires', 'a.name as maker'])
    .select(endedBecause(now, named).as('ended'))

/** Returns the keys of a project, newest first. */
export const apiKeysOf = (db: Db, projectKey: number, moment: Moment): Promise<ApiKeyRow[]> =>
  rowsOf(db, projectKey, moment).orderBy('api_key.created', 'desc').orderBy('api_key.id').execute()

/** Returns one key of a project. */
export const apiKeyOf = (db: Db, projectKey: number, id: string, moment: Moment): Promise<ApiKeyRow | undefined> =>
  rowsOf(db, projectKey, moment).where('api_key.id', '=', id).executeTakeFirst()

/**
 * Locks the key that creates another one until the transaction ends, so that it cannot be revoked before the new key is linked to it;
 * undefined if it was revoked since the request began.
 */
export const lockMaker = (db: Db, { kind, keyId }: MakerKey): Promise<{ expires: number | null } | undefined> =>
  db
    .selectFrom(kind === 'api_key' ? 'api_key' : 'service_key')
    .select('expires')
    .where('id', '=', keyId)
    // A rotation changes when a service account's key expires, which this waits for.
    .$call((query) => (kind === 'api_key' ? query.forKeyShare() : query.forShare()))
    .executeTakeFirst()

/** A key that was created by another key, directly or indirectly. */
export type DescendantKey = {
  readonly id: string
  readonly name: string
  readonly project_key: number
  readonly project_id: string
  readonly org_id: string | null
}

/** SQL for the ids of the keys that a condition of `api_key` names, and of all keys created by them, directly or indirectly. */
export const withDescendants = (first: RawBuilder<boolean>): RawBuilder<string> => sql`
  with recursive made (id) as (
    select id from api_key where ${first}
    union all
    select child.id from api_key child join made on child.created_by_key = made.id
  ) select id from made`

/** Returns the keys created by a key, directly or indirectly. Lock the key first: one that it is creating is then visible, or refused. */
export const keysMadeBy = async (db: Db, { kind, keyId }: MakerKey): Promise<DescendantKey[]> => {
  const maker = kind === 'api_key' ? sql.ref('created_by_key') : sql.ref('created_by_service_key')
  const { rows } = await sql<DescendantKey>`
    select api_key.id, api_key.name, project.key as project_key, project.id as project_id, project.org_id
    from api_key join project on project.key = api_key.project_key
    where api_key.id in (${withDescendants(sql<boolean>`${maker} = ${keyId}`)}) order by api_key.id`.execute(db)
  return rows
}

/** Revokes a key and all keys created by it, directly or indirectly; returns those others. */
export const revokeApiKey = async (db: Db, id: string): Promise<DescendantKey[]> => {
  await db.selectFrom('api_key').select('id').where('id', '=', id).forUpdate().execute()
  const others = await keysMadeBy(db, { kind: 'api_key', keyId: id })
  // The foreign key deletes the others by cascade.
  await db.deleteFrom('api_key').where('id', '=', id).execute()
  return others
}
