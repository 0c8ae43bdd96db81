import { sql } from 'kysely'
import type { AllowRule } from '../../domain/addresses.ts'
import type { Database } from '../store/database.ts'
import type { Sealing } from '../store/sealing.ts'
import type { WebhookDoc } from '../store/webhooks.ts'
import { guardedPost, type PostOutcome } from './guarded-post.ts'
import { DELIVERY_STATES } from './last-deliveries.ts'
import { signatureHeaders } from './signing.ts'

/** A claimed delivery is nobody else's for this long: longer than a try may take. */
const CLAIM_MS = 30_000
const AT_ONCE = 32
const FIRST_WAIT_MS = 5_000
const LONGEST_WAIT_MS = 3_600_000
/** Given up only after this time: a receiver may be down for a night. */
const KEPT_TRYING_MS = 26 * 3_600_000

/** The wait after the n-th try (from 1): it doubles from 5 s to an hour. */
export const waitAfter = (tries: number): number => Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1))

type Claimed = {
  key: number
  message_id: string
  payload: unknown
  created: number
  tries: number
  doc: WebhookDoc
}

type Options = {
  database: Database
  sealing: Sealing
  allowed: readonly AllowRule[]
  clock: () => number
  version: string
}

/** Sends what is due of the outbox; answers how many were tried. What one server claims, no other sends. */
export const sendDue = async (options: Options): Promise<number> => {
  const claimed = await claimDue(options)
  await Promise.all(claimed.map((delivery) => send(options, delivery)))
  return claimed.length
}

/** The oldest unsent message of each webhook and monitor: a recovery never overtakes its alert. */
const claimDue = async ({ database, clock }: Options): Promise<Claimed[]> => {
  const now = clock()
  const { rows } = await sql<Claimed>`
    with due as materialized (
      select key from delivery d where state = ${DELIVERY_STATES.pending} and next_try <= ${now} and not exists (
        select 1 from delivery e where e.state = ${DELIVERY_STATES.pending} and e.webhook_key = d.webhook_key
          and e.target_key = d.target_key and e.key < d.key)
      order by next_try limit ${AT_ONCE} for update skip locked)
    update delivery set next_try = ${now + CLAIM_MS}, tries = tries + 1, last_try = ${now}
    from due, object w where delivery.key = due.key and w.key = delivery.webhook_key
    returning delivery.key, message_id, payload, delivery.created, tries, w.doc`.execute(database.db)
  return rows
}

const send = async (options: Options, delivery: Claimed): Promise<void> => {
  const { clock, sealing, allowed, version } = options
  const { parameters } = delivery.doc
  const body = JSON.stringify(delivery.payload)
  const secret = sealing.open(parameters.secret)
  const password = parameters.password === null ? '' : sealing.open(parameters.password)
  const outcome = await guardedPost(parameters.url, {
    allowed,
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': `Sonde/${version}`,
      ...signatureHeaders(secret, { id: delivery.message_id, sentMs: clock(), body }),
      ...(parameters.username !== null && {
        authorization: `Basic ${Buffer.from(`${parameters.username}:${password}`).toString('base64')}`,
      }),
    },
  })
  await settle(options, delivery, outcome)
}

const settle = async ({ database, clock }: Options, delivery: Claimed, outcome: PostOutcome): Promise<void> => {
  const now = clock()
  const givenUp = !outcome.ok && now - delivery.created > KEPT_TRYING_MS
  const state = outcome.ok ? DELIVERY_STATES.delivered : givenUp ? DELIVERY_STATES.failed : DELIVERY_STATES.pending
  await database.db
    .updateTable('delivery')
    .set({
      state,
      http_code: outcome.httpCode,
      error: outcome.error,
      next_try: state === DELIVERY_STATES.pending ? now + waitAfter(delivery.tries) : null,
    })
    .where('key', '=', delivery.key)
    .execute()
}
