import { sql } from 'kysely'
import type { AuthSettingDraft } from '../../../domain/auth/auth-types.ts'
import type { Db } from '../core/database.ts'
import { objectsOf, type Stored } from '../core/objects.ts'
import type { BoundSecret } from '../secrets/bound-secret.ts'
import type { StoredPair } from '../secrets/secret-pairs.ts'

type Draft = AuthSettingDraft
type Pairs = 'headers' | 'parameters' | 'custom_variables' | 'token_params'

/** A stored auth setting. */
export type AuthSettingDoc = {
  readonly meta: {
    readonly description: string | null
    readonly tags: string[]
    readonly domain: string | null
    readonly documentation: Record<string, string>
  }
  /** Settings as they were given; the parts below hold those that can be secret. */
  readonly settings: Omit<Draft['settings'], Pairs> & { readonly allowed_origins: string[] }
  readonly pairs: { readonly [name in Pairs]: StoredPair[] }
  readonly keys: {
    readonly client_id: string | null
    readonly client_secret: BoundSecret | null
    readonly private_key: BoundSecret | null
  }
  readonly certificate: {
    readonly cert: string
    readonly key: BoundSecret
    readonly passphrase: BoundSecret | null
  } | null
  /** A certificate of the project's organization in its place. */
  readonly certificate_id?: string | null
}

export const authSettings = objectsOf<AuthSettingDoc>('auth-setting')

/** A setting before anything is entered. */
export const newAuthSetting: AuthSettingDoc = {
  meta: { description: null, tags: [], domain: null, documentation: {} },
  settings: { auth_type: 'NONE', allowed_origins: [], own_callback: true },
  pairs: { headers: [], parameters: [], custom_variables: [], token_params: [] },
  keys: { client_id: null, client_secret: null, private_key: null },
  certificate: null,
}

/** Numbers of tokens and monitors of settings, by the setting's id. */
export const authSettingFigures = async (
  db: Db,
  projectKey: number,
  ids: readonly string[],
): Promise<Map<string, { tokens: number; usedBy: number }>> => {
  const { rows } = await sql<{ id: string; tokens: number; used_by: number }>`
    select s.id,
      (select count(*)::int from object t where t.project_key = ${projectKey} and t.kind = 'token'
        and t.doc ->> 'auth_id' = s.id) as tokens,
      (select count(*)::int from object m where m.project_key = ${projectKey} and m.kind = 'monitor'
        and m.doc #>> '{request,auth_id}' = s.id) as used_by
    from unnest(${[...ids]}::text[]) as s(id)`.execute(db)
  return new Map(rows.map(({ id, tokens, used_by }) => [id, { tokens, usedBy: used_by }]))
}

const MOST_USERS = 1000

/** The monitors that use a setting, by name. */
export const usersOfSetting = async (
  db: Db,
  projectKey: number,
  id: string,
): Promise<{ id: string; name: string; url: string; token_id: string | null }[]> => {
  const { rows } = await sql<{ id: string; name: string; url: string; token_id: string | null }>`
    select id, name, doc #>> '{request,url}' as url, doc #>> '{request,token_id}' as token_id from object
    where project_key = ${projectKey} and kind = 'monitor' and doc #>> '{request,auth_id}' = ${id}
    order by name limit ${MOST_USERS}`.execute(db)
  return rows
}

/** Whether a monitor exists in a project. */
export const isMonitor = async (db: Db, projectKey: number, id: string): Promise<boolean> => {
  const { rows } = await sql`
    select from object where project_key = ${projectKey} and kind = 'monitor' and id = ${id}`.execute(db)
  return rows.length > 0
}

/** Hands a setting over to another owner. */
export const changeOwner = async (
  db: Db,
  setting: Stored<AuthSettingDoc>,
  owner: string,
  now: number,
): Promise<Stored<AuthSettingDoc>> => {
  const lastUpdate = Math.max(now, setting.last_update + 1)
  await sql`update object set owner = ${owner}, last_update = ${lastUpdate} where key = ${setting.key}`.execute(db)
  return { ...setting, owner, last_update: lastUpdate }
}
