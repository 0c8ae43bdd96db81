import { sql } from 'kysely'
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
