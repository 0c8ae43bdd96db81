import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../core/database.ts'
import { isSealed, type SecretCipher } from '../core/secret-cipher.ts'

/** An authorization that was started. */
export type Flow = {
  readonly kind: 'code' | 'device' | 'oauth1'
  readonly auth_id: string
  /** The token to replace; null for a new one. */
  readonly token_id: string | null
  readonly name: string | null
  readonly scopes: readonly string[]
  /** PKCE verifier, device code, or the secret of a request token. */
  readonly secret: string | null
  /** Origins of the provider when it was started: what it finishes with is sent nowhere else. */
  readonly origins: readonly string[]
  /** Seconds between polls of a device flow. */
  readonly interval: number
}

/** The account that started a flow and may finish it. */
export type FlowOwner = { readonly projectKey: number; readonly owner: string; readonly session: string | null }

const hashOf = (state: string): Buffer => createHash('sha256').update(state).digest()

const ofOwner = ({ projectKey, owner, session }: FlowOwner) =>
  sql`project_key = ${projectKey} and owner = ${owner} and (session is null or session = ${session}::text)`

/** Stores a flow, encrypted; expired ones are deleted. */
export const startFlow = async (
  db: Db,
  state: string,
  flow: Flow,
  { by, sealing, now, expires }: { by: FlowOwner; sealing: SecretCipher; now: number; expires: number },
): Promise<void> => {
  await sql`delete from auth_flow where expires <= ${now}`.execute(db)
  await sql`insert into auth_flow (state_hash, project_key, owner, session, expires, doc)
    values (${hashOf(state)}, ${by.projectKey}, ${by.owner}, ${by.session}, ${Math.round(expires)},
      ${JSON.stringify(sealing.sealOwn(JSON.stringify(flow)))})
    on conflict (state_hash) do update set session = excluded.session, expires = excluded.expires,
      next_poll = 0, doc = excluded.doc`.execute(db)
}

const opened = (rows: readonly { doc: string }[], sealing: SecretCipher): Flow | null => {
  const sealed: unknown = JSON.parse(rows[0]?.doc ?? 'null')
  return isSealed(sealed) ? JSON.parse(sealing.open(sealed)) : null
}

/** Takes a flow out, so that its state works once; null where the caller has none with it. */
export const takeFlow = async (
  db: Db,
  state: string,
  { by, sealing, now }: { by: FlowOwner; sealing: SecretCipher; now: number },
): Promise<Flow | null> => {
  const { rows } = await sql<{ doc: string }>`
    delete from auth_flow where state_hash = ${hashOf(state)} and expires > ${now} and ${ofOwner(by)} returning doc`.execute(
    db,
  )
  return opened(rows, sealing)
}

/** Claims the next poll of a device flow. `early`: its interval is not over. Null where the caller has no such flow. */
export const claimPoll = async (
  db: Db,
  state: string,
  { by, sealing, now, leaseMs }: { by: FlowOwner; sealing: SecretCipher; now: number; leaseMs: number },
): Promise<{ flow: Flow; early: boolean } | null> => {
  const where = sql`state_hash = ${hashOf(state)} and expires > ${now} and ${ofOwner(by)}`
  const { rows } = await sql<{ doc: string }>`
    update auth_flow set next_poll = ${now + leaseMs} where ${where} and next_poll <= ${now} returning doc`.execute(db)
  const claimed = opened(rows, sealing)
  if (claimed) return { flow: claimed, early: false }
  const known = opened((await sql<{ doc: string }>`select doc from auth_flow where ${where}`.execute(db)).rows, sealing)
  return known && { flow: known, early: true }
}

/** Plans the next poll of a device flow, with its interval. */
export const planPoll = async (
  db: Db,
  state: string,
  flow: Flow,
  { sealing, at }: { sealing: SecretCipher; at: number },
): Promise<void> => {
  await sql`update auth_flow set next_poll = ${Math.round(at)}, doc = ${JSON.stringify(sealing.sealOwn(JSON.stringify(flow)))}
    where state_hash = ${hashOf(state)}`.execute(db)
}
