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
/** So many of them to one receiver. */
const AT_ONCE_PER_WEBHOOK = 8
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
  /** A delivery has ended: the next of its webhook may go. */
  onSettled: () => void
  log: (line: string) => void
}

export type Sender = {
  /** Starts sending what is due of the outbox, as far as there is room; answers whether there was any. */
  sendDue(): Promise<boolean>
  /** Resolves when no delivery is under way. */
  idle(): Promise<void>
}

/** Sends the outbox. A receiver that is slow or down holds up nobody else's news. */
export const openSender = (options: Options): Sender => {
  const underWay = new Set<Promise<void>>()
  return {
    async sendDue() {
      const claimed = await claimDue(options, AT_ONCE - underWay.size)
      for (const delivery of claimed) {
        const sending = send(options, delivery)
          .catch((cause: Error) => options.log(`delivery: ${cause.message}`))
          .finally(() => {
            underWay.delete(sending)
            options.onSettled()
          })
        underWay.add(sending)
      }
      return claimed.length > 0
    },
    async idle() {
      await Promise.all(underWay)
    },
  }
}

/** The oldest unsent message of each webhook and monitor: a recovery never overtakes its alert. What one server claims, no other sends. */
const claimDue = async ({ database, clock }: Options, room: number): Promise<Claimed[]> => {
  if (room <= 0) return []
  const now = clock()
  const { rows } = await sql<Claimed>`
    with next as (
      select key, next_try, row_number() over (partition by webhook_key order by key)
        + (select count(*) from delivery c where c.webhook_key = d.webhook_key and c.state = 0 and c.claimed_until > ${now}) as nth
      from delivery d
      where state = ${DELIVERY_STATES.pending} and next_try <= ${now} and (claimed_until is null or claimed_until <= ${now})
        and not exists (
          select 1 from delivery e where e.state = ${DELIVERY_STATES.pending} and e.webhook_key = d.webhook_key
            and e.target_key = d.target_key and e.key < d.key)),
    due as materialized (
      select key from delivery where key in (select key from next where nth <= ${AT_ONCE_PER_WEBHOOK} order by next_try limit ${room})
        and (claimed_until is null or claimed_until <= ${now}) for update skip locked)
    update delivery set claimed_until = ${now + CLAIM_MS}, tries = tries + 1, last_try = ${now}
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
      claimed_until: null,
      next_try: state === DELIVERY_STATES.pending ? now + waitAfter(delivery.tries) : null,
    })
    .where('key', '=', delivery.key)
    .execute()
}
