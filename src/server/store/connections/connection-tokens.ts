import { ACCESS_MS, CODE_MS, REFRESH_MS } from '../../../domain/connections/lifetimes.ts'
import type { Db } from '../core/database.ts'
import { hashOf, newSecret } from '../core/identifiers.ts'

/** Tokens of a connection, which only the application learns. */
export type IssuedTokens = {
  readonly access: string
  readonly refresh: string
  readonly writes: boolean
  readonly accessExpires: number
}

type Kind = 'code' | 'access' | 'refresh'
type Bound = { readonly challenge: string; readonly redirectUri: string }

const issue = async (db: Db, id: string, kind: Kind, times: { now: number; expires: number }, bound?: Bound) => {
  const secret = newSecret()
  await db
    .insertInto('connection_token')
    .values({
      hash: hashOf(secret),
      connection_id: id,
      kind,
      created: times.now,
      expires: times.expires,
      ...(bound && { challenge: bound.challenge, redirect_uri: bound.redirectUri }),
    })
    .execute()
  return secret
}

/** Issues the code of a connection. It works once, for the application that knows the verifier of the challenge. */
export const issueCode = (db: Db, id: string, bound: Bound, now: number): Promise<string> =>
  issue(db, id, 'code', { now, expires: now + CODE_MS }, bound)

const issueTokens = async (db: Db, held: Held, now: number): Promise<IssuedTokens> => {
  const accessExpires = Math.min(now + ACCESS_MS, held.ends)
  const access = await issue(db, held.id, 'access', { now, expires: accessExpires })
  const refresh = await issue(db, held.id, 'refresh', { now, expires: Math.min(now + REFRESH_MS, held.ends) })
  return { access, refresh, writes: held.writes, accessExpires }
}

type Held = {
  readonly id: string
  readonly client_id: string
  readonly ends: number
  readonly writes: boolean
  readonly expires: number
  readonly used: number | null
  readonly challenge: string | null
  readonly redirect_uri: string | null
}

/** Reads and locks a code or a refresh token, so that of two requests with it the second finds it used. */
const holdToken = (db: Db, secret: string, kind: Kind): Promise<Held | undefined> =>
  db
    .selectFrom('connection_token as t')
    .innerJoin('connection as c', 'c.id', 't.connection_id')
    .where('t.hash', '=', hashOf(secret))
    .where('t.kind', '=', kind)
    .select(['c.id', 'c.client_id', 'c.expires as ends', 'c.writes', 't.expires', 't.used', 't.challenge'])
    .select('t.redirect_uri')
    .forUpdate()
    .executeTakeFirst()

/** `replayed`: a code or refresh token came a second time, so its connection was ended. */
export type Redeemed = IssuedTokens | 'invalid' | 'replayed'

type Asked = {
  readonly secret: string
  readonly clientId: string
  /** Whether the request proves that it comes from whoever the code was issued to. */
  readonly fits: (held: { readonly challenge: string | null; readonly redirectUri: string | null }) => boolean
}

const redeem = (db: Db, kind: 'code' | 'refresh', asked: Asked, now: number): Promise<Redeemed> =>
  db.transaction().execute(async (trx) => {
    const held = await holdToken(trx, asked.secret, kind)
    if (!held || held.client_id !== asked.clientId) return 'invalid'
    if (held.used !== null) {
      // Somebody else has it: neither keeps access.
      await trx.deleteFrom('connection').where('id', '=', held.id).execute()
      return 'replayed'
    }
    if (held.expires <= now || held.ends <= now) return 'invalid'
    await trx.updateTable('connection_token').set({ used: now }).where('hash', '=', hashOf(asked.secret)).execute()
    // A code that comes with a wrong verifier was intercepted: it is spent.
    if (!asked.fits({ challenge: held.challenge, redirectUri: held.redirect_uri })) return 'invalid'
    if (kind === 'code')
      await trx.updateTable('connection').set({ established: now }).where('id', '=', held.id).execute()
    // The access tokens before end with the refresh token that they came with.
    else
      await trx
        .deleteFrom('connection_token')
        .where('connection_id', '=', held.id)
        .where('kind', '=', 'access')
        .execute()
    return issueTokens(trx, held, now)
  })

export const redeemCode = (db: Db, asked: Asked, now: number): Promise<Redeemed> => redeem(db, 'code', asked, now)

/** Exchanges a refresh token for new tokens. It works once. */
export const redeemRefresh = (db: Db, asked: Omit<Asked, 'fits'>, now: number): Promise<Redeemed> =>
  redeem(db, 'refresh', { ...asked, fits: () => true }, now)

/** Ends the connection of a token of this client; nothing where there is none. */
export const revokeToken = async (db: Db, secret: string, clientId: string): Promise<void> => {
  await db
    .deleteFrom('connection')
    .where('client_id', '=', clientId)
    .where('id', 'in', (select) =>
      select.selectFrom('connection_token').select('connection_id').where('hash', '=', hashOf(secret)),
    )
    .execute()
}
