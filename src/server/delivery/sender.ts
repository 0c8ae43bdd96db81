import { sql } from 'kysely'
import { isMailType } from '../../domain/webhook-types.ts'
import { unsubscribedFrom } from '../mail/unsubscribe.ts'
import type { Database } from '../store/database.ts'
import { eventSheet } from '../store/events.ts'
import type { ResultStore } from '../store/result-store.ts'
import type { WebhookDoc } from '../store/webhooks.ts'
import { type Delivering, deliver, type Outcome } from './deliver.ts'
import { DELIVERY_STATES } from './last-deliveries.ts'
import { type QueuedDelivery, queuedMessage } from './queued-message.ts'

/** A claimed delivery is nobody else's for this long: longer than a try may take, by a request or by a slow mail server. */
const CLAIM_MS = { request: 30_000, mail: 120_000 }
const TOLD_EVERY_MS = 1_000
const AT_ONCE = 32
/** So many of them to one receiver. */
const AT_ONCE_PER_WEBHOOK = 8
const FIRST_WAIT_MS = 5_000
const LONGEST_WAIT_MS = 3_600_000
/** Given up only after this time: a receiver may be down for a night. */
const KEPT_TRYING_MS = 26 * 3_600_000

/** The wait after the n-th try (from 1): it doubles from 5 s to an hour. */
export const waitAfter = (tries: number): number => Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1))

type Claimed = QueuedDelivery & {
  key: number
  project_key: number
  recipient: string | null
  tries: number
  doc: WebhookDoc
}

type Options = Delivering & {
  database: Database
  results: ResultStore
  /** A delivery has ended: the next of its webhook may go. */
  onSettled: () => void
  /** Tells all servers that there are new events for live streams. */
  announce: () => void
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
  const settled = new Map<string, number>()
  let toldMs = 0
  /** Streams are told once a second which webhooks have news, however many deliveries end. */
  const tell = async () => {
    if (settled.size === 0 || options.clock() - toldMs < TOLD_EVERY_MS) return
    toldMs = options.clock()
    const events = eventSheet()
    for (const [webhook_id, projectKey] of settled) events.tell(projectKey, { type: 'delivery', webhook_id })
    settled.clear()
    if (await events.write(options.database.db, toldMs)) options.announce()
  }
  return {
    async sendDue() {
      await tell()
      const claimed = await claimDue(options, AT_ONCE - underWay.size)
      for (const delivery of claimed) {
        const sending = send(options, delivery)
          .catch((cause: Error) => options.log(`delivery: ${cause.message}`))
          .finally(() => {
            underWay.delete(sending)
            settled.set(delivery.webhook_id, delivery.project_key)
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

/**
 * The oldest unsent message of each webhook, monitor and address: a recovery never overtakes its alert. What one server claims, no
 * other sends.
 */
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
            and e.target_key = d.target_key and e.recipient is not distinct from d.recipient and e.key < d.key)),
    due as materialized (
      select key from delivery where key in (select key from next where nth <= ${AT_ONCE_PER_WEBHOOK} order by next_try limit ${room})
        and (claimed_until is null or claimed_until <= ${now}) for update skip locked)
    update delivery set claimed_until = ${now}::bigint + case when recipient is null then ${CLAIM_MS.request}::int else ${CLAIM_MS.mail}::int end,
      tries = tries + 1, last_try = ${now}
    from due, object w where delivery.key = due.key and w.key = delivery.webhook_key
    returning delivery.key, delivery.project_key, message_id, delivery.kind, payload, delivery.created, recipient, result_id,
      in_a_row, since, tries, w.id as webhook_id, w.name as webhook_name, w.doc`.execute(database.db)
  return rows
}

const send = async (options: Options, delivery: Claimed): Promise<void> => {
  const { database, results } = options
  const { doc, recipient, project_key: projectKey } = delivery
  // The webhook may have become another one, or the address may have left, since this was queued.
  if (isMailType(doc.web_hook_type) !== (recipient !== null) || (await hasLeft(options, delivery)))
    return forget(options, delivery)
  const message = await queuedMessage(database.db, results, delivery)
  await settle(options, delivery, await deliver(options, { message, doc, projectKey, recipient }))
}

const hasLeft = async ({ database }: Options, { recipient, webhook_id }: Claimed): Promise<boolean> => {
  if (recipient === null) return false
  const gone = await unsubscribedFrom(database.db, [webhook_id])
  return gone.get(webhook_id)?.some(({ address }) => address === recipient.toLowerCase()) ?? false
}

const forget = async ({ database }: Options, { key }: Claimed): Promise<void> => {
  await database.db.deleteFrom('delivery').where('key', '=', key).execute()
}

const settle = async ({ database, clock }: Options, delivery: Claimed, outcome: Outcome): Promise<void> => {
  const now = clock()
  const givenUp = !outcome.ok && (outcome.isPermanent === true || now - delivery.created > KEPT_TRYING_MS)
  const state = outcome.ok ? DELIVERY_STATES.delivered : givenUp ? DELIVERY_STATES.failed : DELIVERY_STATES.pending
  const wait = Math.max(waitAfter(delivery.tries), outcome.retryAfterMs ?? 0)
  await database.db
    .updateTable('delivery')
    .set({
      state,
      http_code: outcome.httpCode,
      error: outcome.error,
      claimed_until: null,
      next_try: state === DELIVERY_STATES.pending ? now + wait : null,
    })
    .where('key', '=', delivery.key)
    .execute()
}
