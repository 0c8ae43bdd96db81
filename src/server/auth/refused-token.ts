import { setTimeout as passed } from 'node:timers/promises'
import { sql } from 'kysely'
import { instantText } from '../../domain/alerts/alert-message.ts'
import { isRenewable } from '../../domain/auth/renewable.ts'
import { type TokenDoc, tokenOfRun, tokens } from '../store/auth/tokens.ts'
import type { Database } from '../store/core/database.ts'
import { type Refreshing, readToken, refreshToken } from './refresh.ts'

/**
 * For so long a token is left alone after one that had just been obtained was refused too. Short, because other monitors may share the
 * token, which their services accept until it really ends.
 */
const REST_MS = 600_000
/** Time in which another run, or another server, obtains the same token. It is longer than a provider has for its answer. */
const OTHERS_MS = 15_000
const LOOK_AGAIN_MS = 200

/** A token that a service refused: its key, and when it was issued. */
type Refused = { readonly key: number; readonly issued: number | null }

/** A token in clear, or why there is no other than the refused one, as the end of a sentence. */
type Renewed =
  | { readonly token: string; readonly issued: number | null; readonly origins: readonly string[] }
  | { readonly reason: string }

/** The refused token that an agent names, if a run that is leased to the agent uses it. */
export const refusedToken = async (
  { db }: Database,
  { issued, ...named }: { tokenId: string; agentId: string; issued: number | null; now: number },
): Promise<Refused | null> => {
  const key = await tokenOfRun(db, named)
  return key === undefined ? null : { key, issued }
}

/** Why a refused token is not obtained anew; null if it is. */
const hindrance = (doc: TokenDoc, now: number): string | null => {
  if (!isRenewable(doc)) return 'it has a known expiry, or cannot be refreshed'
  if (doc.problem !== null) return `its last refresh failed: ${doc.problem.replace(/\.$/, '')}`
  const until = (doc.refused ?? Number.NEGATIVE_INFINITY) + REST_MS
  return until > now ? `the last one was refused too, so that no other is obtained before ${instantText(until)}` : null
}

/** Whether somebody obtains a token at this moment. */
const isClaimed = async ({ db }: Database, key: number, now: number): Promise<boolean> => {
  const { rows } = await sql`select from token_refresh where token_key = ${key} and claimed_until > ${now}`.execute(db)
  return rows.length > 0
}

/**
 * Obtains a token anew that a service refused with 401, in the way in which it is refreshed. Of runs that were refused the same token at
 * the same time, on several servers too, one obtains it, and the others get what that one got.
 */
export const renewRefused = async (
  { key, issued }: Refused,
  { clock, ...refreshing }: Refreshing & { readonly clock: () => number },
): Promise<Renewed> => {
  const { database, sealing } = refreshing
  for (const until = clock() + OTHERS_MS; ; await passed(LOOK_AGAIN_MS)) {
    const known = await readToken(database.db, key)
    if (!known) return { reason: 'it was deleted' }
    const reason = known.doc.issued === issued ? hindrance(known.doc, clock()) : null
    if (reason !== null) return { reason }
    const refreshed =
      known.doc.issued === issued
        ? await refreshToken(key, { ...refreshing, now: clock(), isManual: false, refused: { issued } })
        : { token: known }
    if (refreshed === 'gone') return { reason: 'it was deleted' }
    if (refreshed === 'claimed') {
      if (!(await isClaimed(database, key, clock())) && (await readToken(database.db, key))?.doc.issued === issued)
        return { reason: 'the provider gave none just now, and is asked again shortly' }
      if (clock() > until) return { reason: 'it is being obtained already' }
      continue
    }
    if ('problem' in refreshed) return { reason: refreshed.problem.replace(/\.$/, '') }
    const { doc } = refreshed.token
    const { access_token: token } = doc.secrets
    return token
      ? { token: sealing.open(token), issued: doc.issued, origins: token.origins }
      : { reason: 'it has no value any more' }
  }
}

/** Records that a service refused a token that had just been obtained anew, so that no run obtains another for a while. */
export const recordRefusal = ({ db }: Database, { key, issued }: Refused, now: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const known = await readToken(tx, key)
    const token = known && (await tokens.readForChange(tx, known.project_key, known.id))
    if (token && token.doc.issued === issued)
      await tokens.update(tx, token, { name: token.name, doc: { ...token.doc, refused: now }, now })
  })
