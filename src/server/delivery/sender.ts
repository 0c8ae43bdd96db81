import { hasRecipients } from '../../domain/alerts/webhook-types.ts'
import { faultSummary } from '../../domain/core/fault-summary.ts'
import { unsubscribedFrom } from '../mail/unsubscribe.ts'
import { DELIVERY_STATES } from '../store/alerts/delivery-states.ts'
import type { Database } from '../store/core/database.ts'
import { eventBatch } from '../store/core/events.ts'
import type { ResultStore } from '../store/results/result-store.ts'
import { acknowledgeAddress } from './acknowledge-link.ts'
import { type Claimed, claimDue, postponeQueue } from './claim.ts'
import { type Delivering, deliver, type Outcome } from './deliver.ts'
import { queuedMessage } from './queued-message.ts'

const PUBLISH_EVERY_MS = 1_000
const OPTIMISTIC = 32
const FIRST_WAIT_MS = 5_000
const LONGEST_WAIT_MS = 3_600_000
/** Deliveries are given up only after this time: a receiver may be down overnight. */
const GIVE_UP_AFTER_MS = 26 * 3_600_000

/** Returns the wait after the n-th attempt (from 1): it doubles from 5 s to an hour. */
export const waitAfter = (tries: number): number => Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1))

type Options = Delivering & {
  database: Database
  results: ResultStore
  /** Called after each attempt, since the webhook's next delivery may follow. */
  onSettled: () => void
  /** Notifies all servers of new live events. */
  announce: () => void
  log: (line: string) => void
}

export type Sender = {
  /** Starts sending due deliveries, up to the limit in flight; returns whether there were any. */
  sendDue(): Promise<boolean>
  /** Resolves when no delivery is in flight. */
  idle(): Promise<void>
}

/** Sends the outbox. A slow or broken receiver does not delay others. */
export const openSender = (options: Options): Sender => {
  const inFlight = new Set<Promise<void>>()
  const settled = new Map<string, number>()
  let publishedMs = 0
  /** Publishes once a second which webhooks have new outcomes, however many deliveries end. */
  const publish = async () => {
    if (settled.size === 0 || Math.abs(options.clock() - publishedMs) < PUBLISH_EVERY_MS) return
    publishedMs = options.clock()
    const events = eventBatch()
    for (const [webhook_id, projectKey] of settled) events.tell(projectKey, { type: 'delivery', webhook_id })
    settled.clear()
    if (await events.write(options.database.db, publishedMs)) options.announce()
  }
  return {
    async sendDue() {
      await publish()
      const claimed = await claimDue(options.database.db, options.clock(), OPTIMISTIC - inFlight.size)
      for (const delivery of claimed) {
        const sending = send(options, delivery)
          .catch((cause: unknown) => options.log(`delivery: ${faultSummary(cause)}`))
          .finally(() => {
            inFlight.delete(sending)
            settled.set(delivery.webhook_id, delivery.project_key)
            options.onSettled()
          })
        inFlight.add(sending)
      }
      return claimed.length > 0
    },
    async idle() {
      await Promise.all(inFlight)
    },
  }
}

const send = async (options: Options, delivery: Claimed): Promise<void> => {
  const { database, results } = options
  const { doc, recipient, project_key: projectKey } = delivery
  // Since this was queued, the webhook's type may have changed or the recipient may have unsubscribed.
  if (hasRecipients(doc.web_hook_type) !== (recipient !== null) || (await hasUnsubscribed(options, delivery)))
    return forget(options, delivery)
  const { sealing, url } = options
  const by = recipient ?? delivery.webhook_name
  const link = { projectKey, targetKey: delivery.target_key, by }
  const queued = await queuedMessage(database.db, results, delivery)
  const message = {
    ...queued,
    acknowledgeUrl: queued.kind === 'alert' ? acknowledgeAddress(sealing, url, link) : null,
  }
  const outcome = await deliver(options, { message, doc, projectKey, recipient }).catch((cause: unknown) => {
    options.log(`delivery: ${faultSummary(cause)}`)
    return FAULT
  })
  await settle(options, delivery, outcome)
}

/** An internal error counts as an attempt, so that it is retried later and given up eventually. */
const FAULT: Outcome = {
  ok: false,
  httpCode: null,
  error: 'Sonde could not send this because of an internal error; the server log has the details.',
}

const hasUnsubscribed = async ({ database }: Options, { recipient, webhook_id }: Claimed): Promise<boolean> => {
  if (recipient === null) return false
  const gone = await unsubscribedFrom(database.db, [webhook_id])
  return gone.get(webhook_id)?.some(({ address }) => address === recipient.toLowerCase()) ?? false
}

const forget = async ({ database, clock }: Options, delivery: Claimed): Promise<void> => {
  await database.db.transaction().execute(async (db) => {
    await db.deleteFrom('delivery').where('key', '=', delivery.key).execute()
    await postponeQueue(db, delivery, clock())
  })
}

const stateAfter = (
  { created }: Claimed,
  { ok, isKept, isPermanent }: Outcome,
  now: number,
): keyof typeof DELIVERY_STATES => {
  if (isKept) return 'kept'
  if (ok) return 'delivered'
  return isPermanent || now - created > GIVE_UP_AFTER_MS ? 'failed' : 'pending'
}

const settle = async ({ database, clock }: Options, delivery: Claimed, outcome: Outcome): Promise<void> => {
  const now = clock()
  const state = DELIVERY_STATES[stateAfter(delivery, outcome, now)]
  const isOver = state !== DELIVERY_STATES.pending
  const next = isOver ? null : now + Math.max(waitAfter(delivery.tries), outcome.retryAfterMs ?? 0)
  await database.db.transaction().execute(async (db) => {
    await db
      .updateTable('delivery')
      .set({ state, http_code: outcome.httpCode, error: outcome.error, claimed_until: null, next_try: next })
      .where('key', '=', delivery.key)
      .execute()
    await postponeQueue(db, delivery, next ?? now)
  })
}
