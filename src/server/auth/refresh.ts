import { sql } from 'kysely'
import { providerOrigins } from '../../domain/auth/auth-origins.ts'
import { canRefresh } from '../../domain/auth/renewable.ts'
import { REFRESH_TRIES, retryDelayMs } from '../../domain/auth/token-status.ts'
import { tokenFailureWords } from '../../domain/notifications/notification-words.ts'
import { authSettings } from '../store/auth/auth-settings.ts'
import { type TokenDoc, tokens } from '../store/auth/tokens.ts'
import { isAway } from '../store/core/away.ts'
import { byItself } from '../store/core/by-itself.ts'
import { KeyAway } from '../store/core/data-keys.ts'
import type { Database, Db } from '../store/core/database.ts'
import { eventBatch } from '../store/core/events.ts'
import type { Stored } from '../store/core/objects.ts'
import type { KeySource, SecretCipher } from '../store/core/secret-cipher.ts'
import { keySourceOf, organizationsOfProjects } from '../store/key-services/key-services.ts'
import { closeNotifications, notificationKinds, openNotifications } from '../store/notifications/notifications.ts'
import { clientCredentials, type Granted, jwtBearer, refreshGrant } from './grants.ts'
import { issuedToken, planRefreshOf } from './issue.ts'
import { openSetting } from './open-setting.ts'
import type { Reaching } from './provider.ts'
import { ProviderProblem } from './provider-problem.ts'

/** A claim outlasts the requests of one refresh, which are bounded. */
const CLAIM_MS = 60_000
/** Where a token that is refreshed on demand has no due time. */
const NEVER = 253_402_300_799_000
/** What a token says about a fault that nobody foresaw. */
const UNEXPECTED = 'The provider answered, but its token could not be stored.'
/** Tokens that one server refreshes at a time. */
const AT_ONCE = 10

export type Refreshing = {
  readonly database: Database
  readonly sealing: SecretCipher
  readonly reaching: Reaching
  readonly announce: () => void
  readonly log: (line: string) => void
}

type Refreshed = { readonly token: Stored<TokenDoc> } | { readonly problem: string } | 'claimed' | 'gone'

/** Reads a token by its key. */
export const readToken = async (db: Db, key: number): Promise<Stored<TokenDoc> | undefined> => {
  const { rows } = await sql<{ id: string; project_key: number }>`
    select id, project_key from object where key = ${key} and kind = 'token'`.execute(db)
  return rows[0] && tokens.read(db, rows[0].project_key, rows[0].id)
}

const obtain = async (
  { doc, project_key }: Stored<TokenDoc>,
  { database, sealing, reaching }: Refreshing,
  now: number,
): Promise<{ granted: Granted; setting: Parameters<typeof issuedToken>[1]['setting'] }> => {
  const setting = (await authSettings.read(database.db, project_key, doc.auth_id))?.doc
  if (!setting) throw new ProviderProblem('The auth setting no longer exists.')
  if (!setting.settings.token_url) throw new ProviderProblem('The auth setting has no token URL any more.')
  const opened = await openSetting(database.db, project_key, setting, sealing)
  const { refresh_token: kept } = doc.secrets
  if (kept) {
    const elsewhere = providerOrigins(setting.settings).find((origin) => !kept.origins.includes(origin))
    if (elsewhere)
      throw new ProviderProblem(`The refresh token was not obtained from ${elsewhere}: authenticate again.`)
    return { setting, granted: await refreshGrant(opened, sealing.open(kept), reaching) }
  }
  const granted =
    doc.grant === 'jwt_bearer'
      ? await jwtBearer(opened, doc.scopes, reaching, now)
      : await clientCredentials(opened, doc.scopes, reaching)
  return { setting, granted }
}

/** Stores what was granted, unless the token was replaced meanwhile. */
const store = (
  before: Stored<TokenDoc>,
  { database, announce }: Refreshing,
  now: number,
  changed: (doc: TokenDoc) => TokenDoc,
  more?: (db: Db, token: Stored<TokenDoc>, events: ReturnType<typeof eventBatch>) => Promise<void>,
): Promise<Stored<TokenDoc>> =>
  database.db
    .transaction()
    .execute(async (db) => {
      const current = await tokens.readForChange(db, before.project_key, before.id)
      if (!current) return before
      const isSame = JSON.stringify(current.doc.secrets) === JSON.stringify(before.doc.secrets)
      const stored = isSame
        ? await tokens.update(db, current, { name: current.name, doc: changed(current.doc), now })
        : current
      await planRefreshOf(db, stored, now)
      const events = eventBatch()
      events.tell(stored.project_key, { type: 'object', kind: 'token', id: stored.id, change: 'updated', by: null })
      if (isSame) await more?.(db, stored, events)
      await events.write(db, now)
      return stored
    })
    .finally(announce)

const about = ({ key, project_key }: Stored<TokenDoc>) => ({
  project_key,
  webhook_key: key,
  target_key: 0,
  location_key: 0,
})

const failed = async (
  token: Stored<TokenDoc>,
  problem: string,
  tries: number,
  options: Refreshing & { now: number },
): Promise<void> => {
  const { database, now } = options
  if (tries < REFRESH_TRIES) {
    await sql`update token_refresh set failed = ${tries}, claimed_until = 0, due = ${now + retryDelayMs(tries)}
      where token_key = ${token.key}`.execute(database.db)
    return
  }
  await store(
    token,
    options,
    now,
    (doc) => ({ ...doc, problem }),
    async (db, { name }, events) => {
      const words = tokenFailureWords({ token: name, problem })
      const kind = notificationKinds.code('token')
      await openNotifications(
        db,
        [{ ...about(token), kind, result_id: null, category: null, times: 1, isMailed: true, ...words }],
        now,
      )
      events.tell(token.project_key, { type: 'notification' })
    },
  )
}

/**
 * Takes the key of a project's secrets before the provider is asked: what it grants may replace the refresh token, and must be stored then.
 * Throws a `KeyAway` if the key is not available.
 */
const keptKeyOf = async (db: Db, sealing: SecretCipher, projectKey: number): Promise<KeySource | null> => {
  const organizations = await organizationsOfProjects(db, [projectKey])
  const key = (await keySourceOf(db, sealing, organizations.get(projectKey) ?? null))?.()
  return key ? () => key : null
}

/**
 * Refreshes one token. It is claimed first, so that no two servers use the same refresh token, and one that came late to a due token finds
 * it refreshed and leaves it; what the provider answers is stored in a
 * transaction of its own before anything else happens, since a rotated refresh token is lost otherwise. `isManual`: a failure shows at
 * once, and is not tried again. `refused`: the time of issue of a token that a service refused; one that was issued since is left.
 */
export const refreshToken = async (
  key: number,
  options: Refreshing & {
    readonly now: number
    readonly isManual: boolean
    readonly refused?: { readonly issued: number | null }
  },
): Promise<Refreshed> => {
  const { database, sealing, now, isManual, refused } = options
  // What nothing had planned is due from now on where nobody waits for it: another server goes on if this one is killed.
  const due = isManual ? NEVER : now
  const { rows } = await sql<{ failed: number }>`
    insert into token_refresh (token_key, due, claimed_until) values (${key}, ${due}, ${now + CLAIM_MS})
    on conflict (token_key) do update set claimed_until = excluded.claimed_until
      where token_refresh.claimed_until <= ${now} and (${isManual} or token_refresh.due <= ${now} or token_refresh.due = ${NEVER}) returning failed`.execute(
    database.db,
  )
  const claim = rows[0]
  if (!claim) return 'claimed'
  const token = await readToken(database.db, key)
  if (!token) return 'gone'
  if (!canRefresh(token.doc)) {
    await sql`delete from token_refresh where token_key = ${key}`.execute(database.db)
    return { problem: 'This token cannot be refreshed: it has no refresh token. Authenticate again.' }
  }
  if (refused && token.doc.issued !== refused.issued) {
    await planRefreshOf(database.db, token, now)
    return { token }
  }
  try {
    const seal = await keptKeyOf(database.db, sealing, token.project_key)
    const { granted, setting } = await obtain(token, options, now)
    const issue = { setting, granted, grant: token.doc.grant, scopes: token.doc.scopes, sealing, now }
    const stored = await store(
      token,
      options,
      now,
      (doc) => sealing.within(seal, () => issuedToken(doc, issue, true)),
      async (db) => closeNotifications(db, [about(token)]),
    )
    return { token: stored }
  } catch (error) {
    if (isAway(error)) {
      await sql`update token_refresh set claimed_until = 0 where token_key = ${key}`.execute(database.db)
      throw error
    }
    const isExpected = error instanceof ProviderProblem || error instanceof KeyAway
    const problem = isExpected ? error.message : UNEXPECTED
    // Whatever it is, it is this token's own trouble, which must not come before others for ever.
    await failed(token, problem, isManual ? REFRESH_TRIES : claim.failed + 1, options)
    if (!isExpected) throw error
    return { problem }
  }
}

/** Refreshes the tokens that are due, those of each project in turn, and returns whether there may be more. */
export const refreshDue = async (options: Refreshing & { readonly now: number }): Promise<boolean> => {
  const { database, log, now } = options
  const { rows } = await sql<{ token_key: number; project_key: number }>`
    select token_key, project_key from (
      select token_key, project_key, due, row_number() over (partition by project_key order by due) as turn
      from token_refresh join object on key = token_key where due <= ${now} and claimed_until <= ${now}) waiting
    order by turn, due limit ${AT_ONCE}`.execute(database.db)
  await Promise.all(
    rows.map(({ token_key, project_key }) =>
      byItself({ about: `tokens: project ${project_key}`, log }, () =>
        refreshToken(token_key, { ...options, isManual: false }),
      ),
    ),
  )
  return rows.length === AT_ONCE
}
