import { sql } from 'kysely'
import type { Db } from '../core/database.ts'
import { newId } from '../core/identifiers.ts'
import type { Sealed, SecretCipher } from '../core/secret-cipher.ts'

/** Tokens of an integration, in clear. */
export type IntegrationTokens = { readonly access: string; readonly refresh: string | null }

export type IntegrationStatus = 'connected' | 'error' | 'expired'

/** Tokens as an authorization or a refresh obtained them, encrypted. */
export type IntegrationGrant = {
  readonly tokens: Sealed
  readonly refreshes: boolean
  /** Unix ms; null if the provider names no end. */
  readonly expires: number | null
  readonly scopes: readonly string[]
}

export type StoredIntegration = IntegrationGrant & {
  readonly key: number
  readonly id: string
  readonly org_id: string
  readonly provider: string
  readonly name: string
  readonly status: IntegrationStatus
  readonly account: string | null
  readonly domain: string
  readonly settings: Readonly<Record<string, string>>
  readonly created: number
  readonly created_by: string | null
  /** The name or address of the person who connected it. */
  readonly creator: string | null
  readonly last_update: number
  readonly last_used: number | null
  readonly error: string | null
}

const COLUMNS = sql`i.key, i.id, i.org_id, i.provider, i.name, i.status, i.account, i.domain, i.scopes, i.settings, i.tokens, i.expires,
  i.refreshes, i.created, i.created_by, i.last_update, i.last_used, i.error, coalesce(nullif(a.name, ''), a.email) as creator`

/** Encrypts tokens for the store. */
export const sealTokens = (tokens: IntegrationTokens, sealing: SecretCipher): Sealed =>
  sealing.sealOwn(JSON.stringify(tokens))

/** Decrypts the tokens of an integration. */
export const openTokens = ({ tokens }: StoredIntegration, sealing: SecretCipher): IntegrationTokens =>
  // Written by `sealTokens` alone, and authenticated.
  JSON.parse(sealing.open(tokens)) as IntegrationTokens

/** Lists the integrations of an organization by name. */
export const integrationsOf = async (db: Db, orgId: string): Promise<StoredIntegration[]> => {
  const { rows } = await sql<StoredIntegration>`
    select ${COLUMNS} from integration i left join account a on a.id = i.created_by
    where i.org_id = ${orgId} order by lower(i.name), i.key`.execute(db)
  return rows
}

/** Reads an integration of an organization, locked where it is about to change. */
export const integrationOf = async (
  db: Db,
  orgId: string,
  id: string,
  { forChange = false } = {},
): Promise<StoredIntegration | undefined> => {
  const { rows } = await sql<StoredIntegration>`
    select ${COLUMNS} from integration i left join account a on a.id = i.created_by
    where i.org_id = ${orgId} and i.id = ${id} ${forChange ? sql`for update of i` : sql``}`.execute(db)
  return rows[0]
}

type Connected = IntegrationGrant & {
  readonly account: string | null
  readonly domain: string
  readonly error: string | null
  readonly accountId: string
  readonly now: number
}

const statusOf = (error: string | null): IntegrationStatus => (error === null ? 'connected' : 'error')

/** Stores a new integration; returns its id. */
export const addIntegration = async (
  db: Db,
  orgId: string,
  made: Connected & { readonly provider: string; readonly name: string },
): Promise<string> => {
  const id = newId()
  await sql`
    insert into integration (id, org_id, provider, name, status, account, domain, scopes, settings, tokens, expires, refreshes, created,
      created_by, last_update, last_used, error)
    values (${id}, ${orgId}, ${made.provider}, ${made.name}, ${statusOf(made.error)}, ${made.account}, ${made.domain},
      ${JSON.stringify(made.scopes)}::jsonb, '{}', ${JSON.stringify(made.tokens)}::jsonb, ${made.expires}, ${made.refreshes},
      ${made.now}, ${made.accountId}, ${made.now}, ${made.now}, ${made.error})`.execute(db)
  return id
}

/** Stores what connecting an integration again obtained. */
export const reconnectIntegration = async (db: Db, key: number, made: Connected): Promise<void> => {
  await sql`
    update integration set status = ${statusOf(made.error)}, account = ${made.account}, domain = ${made.domain},
      scopes = ${JSON.stringify(made.scopes)}::jsonb, tokens = ${JSON.stringify(made.tokens)}::jsonb, expires = ${made.expires},
      refreshes = ${made.refreshes}, created_by = ${made.accountId}, last_update = ${made.now}, last_used = ${made.now},
      error = ${made.error}
    where key = ${key}`.execute(db)
}

/** Stores refreshed tokens. */
export const storeRefreshed = async (db: Db, key: number, grant: IntegrationGrant): Promise<void> => {
  await sql`
    update integration set tokens = ${JSON.stringify(grant.tokens)}::jsonb, expires = ${grant.expires},
      refreshes = ${grant.refreshes}, scopes = ${JSON.stringify(grant.scopes)}::jsonb
    where key = ${key}`.execute(db)
}

/** Stores the outcome of a call to the provider. */
export const recordOutcome = async (
  db: Db,
  key: number,
  outcome: { status: IntegrationStatus; error: string | null; account: string | null; now: number },
): Promise<void> => {
  await sql`
    update integration set status = ${outcome.status}, error = ${outcome.error}, last_used = ${outcome.now},
      account = coalesce(${outcome.account}, account)
    where key = ${key}`.execute(db)
}

/** Stores a changed name or changed settings. */
export const changeIntegration = async (
  db: Db,
  key: number,
  changed: { name: string; settings: Readonly<Record<string, string>>; now: number },
): Promise<void> => {
  await sql`
    update integration set name = ${changed.name}, settings = ${JSON.stringify(changed.settings)}::jsonb, last_update = ${changed.now}
    where key = ${key}`.execute(db)
}

/** Deletes an integration. */
export const removeIntegration = async (db: Db, key: number): Promise<void> => {
  await sql`delete from integration where key = ${key}`.execute(db)
}
