import { sql } from 'kysely'
import type { NamedAuth } from '../../../domain/auth/missing-auth.ts'
import type { Db } from '../core/database.ts'
import type { AuthSettingDoc } from './auth-settings.ts'
import type { TokenDoc } from './tokens.ts'

/** A setting or token as jobs need it. */
export type UsedAuth = {
  readonly key: number
  readonly id: string
  readonly project_key: number
  readonly name: string
  readonly last_update: number
} & (
  | { readonly kind: 'auth-setting'; readonly doc: AuthSettingDoc }
  | { readonly kind: 'token'; readonly doc: TokenDoc }
)

/** Reads the settings and tokens of these ids, in any project. */
export const usedAuth = async (db: Db, ids: readonly string[]): Promise<UsedAuth[]> => {
  const { rows } = await sql<UsedAuth>`
    select key, id, project_key, name, kind, last_update, doc from object
    where id = any(${[...ids]}::text[]) and kind in ('auth-setting', 'token')`.execute(db)
  return rows
}

type Naming = { readonly auth_id?: string | null; readonly token_id?: string | null }

const idsIn = ({ auth_id, token_id }: Naming): string[] => [auth_id, token_id].filter((id) => typeof id === 'string')

/** Reads the names of the variables that some monitors get from their auth settings and tokens, and returns those of one. */
export const authVariablesOf = async (
  db: Db,
  projectKey: number,
  all: readonly Naming[],
): Promise<(one: Naming) => ReadonlySet<string>> => {
  const ids = [...new Set(all.flatMap(idsIn))]
  const found = ids.length === 0 ? [] : await usedAuth(db, ids)
  const names = new Map(
    found
      .filter(({ project_key: project }) => project === projectKey)
      .map((each) => [each.id, each.kind === 'token' ? namesOfToken(each.doc) : namesOfSetting(each.doc)]),
  )
  return (one) => new Set(idsIn(one).flatMap((id) => names.get(id) ?? []))
}

/** Names of the variables that a monitor gets from its auth setting and token; empty if it has none. */
export const authVariableNames = async (db: Db, projectKey: number, one: Naming): Promise<ReadonlySet<string>> =>
  (await authVariablesOf(db, projectKey, [one]))(one)

const namesOfSetting = ({ pairs, keys }: AuthSettingDoc): string[] => [
  'CLIENT_ID',
  ...(keys.client_secret ? ['CLIENT_SECRET'] : []),
  ...pairs.custom_variables.map(({ key }) => key),
]

const namesOfToken = ({ secrets, texts, variables }: TokenDoc): string[] => [
  ...[...Object.keys(secrets), ...Object.keys(texts)]
    .filter((name) => name !== 'refresh_token')
    .map((name) => name.toUpperCase()),
  ...variables.map(({ key }) => key),
]

/** The settings and tokens among these that exist in a project; each token with the setting that it belongs to. */
export const knownAuth = async (db: Db, projectKey: number, named: readonly NamedAuth[]): Promise<KnownAuth> => {
  const ids = [...new Set(named.flatMap(({ auth_id, token_id }) => [auth_id, token_id]))].filter((id) => id != null)
  if (ids.length === 0) return { settings: new Set(), tokens: new Map() }
  const { rows } = await sql<{ id: string; auth_id: string | null }>`
    select id, case when kind = 'token' then doc ->> 'auth_id' end as auth_id from object
    where project_key = ${projectKey} and id = any(${ids}::text[]) and kind in ('auth-setting', 'token')`.execute(db)
  return {
    settings: new Set(rows.flatMap(({ id, auth_id }) => (auth_id === null ? [id] : []))),
    tokens: new Map(rows.flatMap(({ id, auth_id }) => (auth_id === null ? [] : [[id, auth_id]]))),
  }
}
export type KnownAuth = { readonly settings: ReadonlySet<string>; readonly tokens: ReadonlyMap<string, string> }
