import type { AlertMessage } from '../../domain/alerts/alert-message.ts'
import { hasRecipients } from '../../domain/alerts/webhook-types.ts'
import { addressKey } from '../../domain/core/email-address.ts'
import { faultSummary } from '../../domain/core/fault-summary.ts'
import { unsubscribedFrom } from '../mail/unsubscribe.ts'
import { DELIVERY_STATES } from '../store/alerts/delivery-states.ts'
import { byItself, togetherOrEach } from '../store/core/by-itself.ts'
import type { Database } from '../store/core/database.ts'
import { eventBatch } from '../store/core/events.ts'
import type { ResultStore } from '../store/results/result-store.ts'
import { acknowledgeAddress } from './acknowledge-link.ts'
import { type Claimed, claimDue, postponeQueue } from './claim.ts'
import { type Delivering, deliver, type Outcome } from './deliver.ts'
import { foldBursts } from './fold-bursts.ts'
import { queuedMessages } from './queued-message.ts'
import { openSettling, type Settled, type Settling } from './settling.ts'

const PUBLISH_EVERY_MS = 1_000
/** Deliveries in flight at once. */
const AT_ONCE = 128
/** Shortest time between two claims: one costs the database as much for a single delivery as for a hundred. */
const CLAIM_EVERY_MS = 40
/** While reports wait to be stored: what happened is known before all is told, and the first are told at once. */
const BEHIND = { claimEveryMs: 250, most: 32 }
const FIRST_WAIT_MS = 5_000
const LONGEST_WAIT_MS = 3_600_000
/** Deliveries are given up only after this time: a receiver may be down overnight. */
const GIVE_UP_AFTER_MS = 26 * 3_600_000

/** Returns the wait after the n-th attempt (from 1): it doubles from 5 s to an hour. */
export const waitAfter = (tries: number): number => Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1))

type Options = Delivering & {
  database: Database
  results: ResultStore
  /** Asks for the next round, since the webhook's next delivery may follow. */
  wake: () => void
  /** Whether reports wait to be stored. */
  isBehind: () => boolean
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
  const settling = openSettling(options.database, options.clock)
  const settled = new Map<string, number>()
  let publishedMs = 0
  let claimedMs = Number.NEGATIVE_INFINITY
  let isPaused = false
  /** Puts off a round that comes too soon after the one before; returns whether it does. */
  const isTooSoon = (everyMs: number): boolean => {
    const restMs = claimedMs + everyMs - performance.now()
    if (restMs <= 0) return false
    if (isPaused) return true
    isPaused = true
    setTimeout(() => {
      isPaused = false
      options.wake()
    }, restMs).unref()
    return true
  }
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
      const isBehind = options.isBehind()
      if (isTooSoon(isBehind ? BEHIND.claimEveryMs : CLAIM_EVERY_MS)) return false
      await publish()
      await byItself({ about: 'delivery: bursts', log: options.log }, () =>
        foldBursts(options.database, options.clock(), options.url),
      )
      const most = isBehind ? BEHIND.most : AT_ONCE
      const claimed = await claimDue(options.database.db, options.clock(), most - inFlight.size)
      claimedMs = performance.now()
      if (claimed.length === 0) return false
      const about = ({ project_key: key }: Claimed) => `delivery: a message of project ${key}`
      const { done } = await togetherOrEach(claimed, { about, log: options.log }, async (some) => {
        const messageOf = await queuedMessages(options.database.db, options.results, some)
        return some.map((delivery) => [delivery, () => messageOf(delivery)] as const)
      })
      const messages = new Map(done.flat())
      for (const delivery of claimed) {
        const sending = send(options, settling, delivery, messages.get(delivery) ?? unmade)
          .catch((cause: unknown) => options.log(`delivery: ${faultSummary(cause)}`))
          .finally(() => {
            inFlight.delete(sending)
            settled.set(delivery.webhook_id, delivery.project_key)
            options.wake()
          })
        inFlight.add(sending)
      }
      return true
    },
    async idle() {
      await Promise.all(inFlight)
    },
  }
}

const send = async (
  options: Options,
  settling: Settling,
  delivery: Claimed,
  messageOf: () => Omit<AlertMessage, 'acknowledgeUrl'>,
): Promise<void> => {
  const { doc, recipient, project_key: projectKey } = delivery
  // Since this was queued, the webhook's type may have changed or the recipient may have unsubscribed.
  if (hasRecipients(doc.web_hook_type) !== (recipient !== null) || (await hasUnsubscribed(options, delivery)))
    return forget(options, delivery)
  const { sealing, url } = options
  const by = recipient ?? delivery.webhook_name
  const link = { projectKey, targetKey: delivery.target_key, by, at: delivery.created }
  const attempt = async () => {
    const queued = messageOf()
    const isAcknowledged = queued.kind === 'alert' && !queued.payload.group
    const acknowledgeUrl = isAcknowledged ? acknowledgeAddress(sealing, url, link) : null
    return deliver(options, { message: { ...queued, acknowledgeUrl }, doc, projectKey, recipient })
  }
  const outcome = (await byItself({ about: `delivery: project ${projectKey}`, log: options.log }, attempt)) ?? FAULT
  await settling.settle(settledAs(delivery, outcome, options.clock()))
}

const unmade = (): never => {
  throw new Error('The message could not be made.')
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
  return gone.get(webhook_id)?.some(({ address }) => address === addressKey(recipient)) ?? false
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

const settledAs = (delivery: Claimed, outcome: Outcome, now: number): Settled => {
  const state = DELIVERY_STATES[stateAfter(delivery, outcome, now)]
  const isOver = state !== DELIVERY_STATES.pending
  const next = isOver ? null : now + Math.max(waitAfter(delivery.tries), outcome.retryAfterMs ?? 0)
  return { delivery, state, httpCode: outcome.httpCode, error: outcome.error, next }
}
