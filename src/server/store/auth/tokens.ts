import { sql } from 'kysely'
import type { Grant, TOKEN_SECRETS, TOKEN_TEXTS } from '../../../domain/auth/auth-types.ts'
import type { Db } from '../core/database.ts'
import { leasedMonitors } from '../core/leased-monitors.ts'
import { objectsOf } from '../core/objects.ts'
import type { BoundSecret } from '../secrets/bound-secret.ts'

export type TokenSecretName = (typeof TOKEN_SECRETS)[number]
export type TokenTextName = (typeof TOKEN_TEXTS)[number]

/** A stored token. */
export type TokenDoc = {
  readonly auth_id: string
  readonly domain: string | null
  /** The account that it belongs to, or the API key without one. */
  readonly owned_by: string
  readonly grant: Grant | 'manual'
  readonly secrets: { readonly [name in TokenSecretName]?: BoundSecret }
  readonly texts: { readonly [name in TokenTextName]?: string }
  /** Values of a setting of type MANUAL, by name. */
  readonly variables: readonly { readonly key: string; readonly value: BoundSecret }[]
  /** Unix ms; null where it does not expire or was entered. */
  readonly expires: number | null
  readonly issued: number | null
  /** Scopes that were asked for. */
  readonly scopes: readonly string[]
  readonly problem: string | null
  /** When a service refused it although it had just been obtained anew; null or absent if none did. */
  readonly refused?: number | null
  /** The provider's last answer, masked. */
  readonly api_response: Readonly<Record<string, unknown>>
}

export const tokens = objectsOf<TokenDoc>('token')

/** When tokens are refreshed, by the token's key. */
export const refreshTimes = async (db: Db, keys: readonly number[]): Promise<Map<number, number>> => {
  if (keys.length === 0) return new Map()
  const { rows } = await sql<{ token_key: number; due: number }>`
    select token_key, due from token_refresh where token_key = any(${[...keys]}::int[])`.execute(db)
  return new Map(rows.map(({ token_key, due }) => [token_key, due]))
}

/** Plans the refresh of a token, or none. */
export const planRefresh = async (db: Db, tokenKey: number, due: number | null): Promise<void> => {
  if (due === null) await sql`delete from token_refresh where token_key = ${tokenKey}`.execute(db)
  else
    await sql`insert into token_refresh (token_key, due) values (${tokenKey}, ${Math.round(due)})
      on conflict (token_key) do update set due = excluded.due, failed = 0, claimed_until = 0`.execute(db)
}

/** The key of a token, if a run that is leased to the agent uses it. */
export const tokenOfRun = async (
  db: Db,
  { tokenId, ...leased }: { tokenId: string; agentId: string; now: number },
): Promise<number | undefined> => {
  const { rows } = await sql<{ key: number }>`
    select k.key from object k where k.kind = 'token' and k.id = ${tokenId} and exists (
      select from ${leasedMonitors(leased)} and m.project_key = k.project_key
        and m.doc #>> '{request,token_id}' = k.id)`.execute(db)
  return rows[0]?.key
}

/** Numbers of monitors that use tokens, by the token's id. */
export const tokenUsers = async (db: Db, projectKey: number, ids: readonly string[]): Promise<Map<string, number>> => {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; many: number }>`
    select doc #>> '{request,token_id}' as id, count(*)::int as many from object
    where project_key = ${projectKey} and kind = 'monitor' and doc #>> '{request,token_id}' = any(${[...ids]}::text[])
    group by 1`.execute(db)
  return new Map(rows.map(({ id, many }) => [id, many]))
}

/** The tokens of a setting. */
export const tokensOfSetting = async (
  db: Db,
  projectKey: number,
  authId: string,
): Promise<{ key: number; id: string; name: string }[]> => {
  const { rows } = await sql<{ key: number; id: string; name: string }>`
    select key, id, name from object where project_key = ${projectKey} and kind = 'token' and doc ->> 'auth_id' = ${authId}
    order by key`.execute(db)
  return rows
}

/** Deletes the tokens of a setting. */
export const removeTokensOf = async (db: Db, projectKey: number, authId: string): Promise<void> => {
  await sql`delete from object where project_key = ${projectKey} and kind = 'token' and doc ->> 'auth_id' = ${authId}`.execute(
    db,
  )
}
