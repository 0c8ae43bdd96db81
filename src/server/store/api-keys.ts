import type { Db } from './database.ts'
import { hashOf, newId, newSecret } from './identifiers.ts'

type Level = 'OWNER' | 'EDITOR' | 'MANAGER' | 'ANALYST' | 'VIEWER'

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
}

type NewApiKey = {
  projectKey: number
  name: string
  level: Level
  /** Null: whoever made it has no account any more. */
  accountId: string | null
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
      last_used: null,
      expires: made.expires ?? null,
    })
    .execute()
  return { id, secret }
}

const rowsOf = (db: Db, projectKey: number) =>
  db
    .selectFrom('api_key')
    .leftJoin('account', 'account.id', 'api_key.created_by')
    .where('api_key.project_key', '=', projectKey)
    .select(['api_key.id', 'api_key.name', 'api_key.prefix', 'api_key.access_level', 'api_key.created'])
    .select(['api_key.created_by', 'api_key.last_used', 'api_key.expires', 'account.name as maker'])

/** The keys of a project, newest first. */
export const apiKeysOf = (db: Db, projectKey: number): Promise<ApiKeyRow[]> =>
  rowsOf(db, projectKey).orderBy('api_key.created', 'desc').orderBy('api_key.id').execute()

/** One key of a project. */
export const apiKeyOf = (db: Db, projectKey: number, id: string): Promise<ApiKeyRow | undefined> =>
  rowsOf(db, projectKey).where('api_key.id', '=', id).executeTakeFirst()

export const forgetApiKey = (db: Db, id: string) => db.deleteFrom('api_key').where('id', '=', id).execute()
