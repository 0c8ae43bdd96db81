import { isMailType } from '../../domain/alerts/webhook-types.ts'
import { faultSummary } from '../../domain/core/fault-summary.ts'
import { unsubscribedFrom } from '../mail/unsubscribe.ts'
import type { Database } from '../store/core/database.ts'
import { eventSheet } from '../store/core/events.ts'
import type { ResultStore } from '../store/results/result-store.ts'
import { type Claimed, claimDue, moveLine } from './claim.ts'
import { type Delivering, deliver, type Outcome } from './deliver.ts'
import { DELIVERY_STATES } from './last-deliveries.ts'
import { queuedMessage } from './queued-message.ts'

const TOLD_EVERY_MS = 1_000
const AT_ONCE = 32
const FIRST_WAIT_MS = 5_000
const LONGEST_WAIT_MS = 3_600_000
/** Given up only after this time: a receiver may be down for a night. */
const KEPT_TRYING_MS = 26 * 3_600_000

/** The wait after the n-th try (from 1): it doubles from 5 s to an hour. */
export const waitAfter = (tries: number): number => Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1))

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
    if (settled.size === 0 || Math.abs(options.clock() - toldMs) < TOLD_EVERY_MS) return
    toldMs = options.clock()
    const events = eventSheet()
    for (const [webhook_id, projectKey] of settled) events.tell(projectKey, { type: 'delivery', webhook_id })
    settled.clear()
    if (await events.write(options.database.db, toldMs)) options.announce()
  }
  return {
    async sendDue() {
      await tell()
      const claimed = await claimDue(options.database.db, options.clock(), AT_ONCE - underWay.size)
      for (const delivery of claimed) {
        const sending = send(options, delivery)
          .catch((cause: unknown) => options.log(`delivery: ${faultSummary(cause)}`))
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

const send = async (options: Options, delivery: Claimed): Promise<void> => {
  const { database, results } = options
  const { doc, recipient, project_key: projectKey } = delivery
  // The webhook may have become another one, or the address may have left, since this was queued.
  if (isMailType(doc.web_hook_type) !== (recipient !== null) || (await hasLeft(options, delivery)))
    return forget(options, delivery)
  const message = await queuedMessage(database.db, results, delivery)
  const outcome = await deliver(options, { message, doc, projectKey, recipient }).catch((cause: unknown) => {
    options.log(`delivery: ${faultSummary(cause)}`)
    return FAULT
  })
  await settle(options, delivery, outcome)
}

/** A fault of ours counts as a try, so that it is tried again later, and is given up in the end. */
const FAULT: Outcome = { ok: false, httpCode: null, error: 'Sonde failed to send this; its log says where.' }

const hasLeft = async ({ database }: Options, { recipient, webhook_id }: Claimed): Promise<boolean> => {
  if (recipient === null) return false
  const gone = await unsubscribedFrom(database.db, [webhook_id])
  return gone.get(webhook_id)?.some(({ address }) => address === recipient.toLowerCase()) ?? false
}

const forget = async ({ database, clock }: Options, delivery: Claimed): Promise<void> => {
  await database.db.transaction().execute(async (db) => {
    await db.deleteFrom('delivery').where('key', '=', delivery.key).execute()
    await moveLine(db, delivery, clock())
  })
}

const settle = async ({ database, clock }: Options, delivery: Claimed, outcome: Outcome): Promise<void> => {
  const now = clock()
  const givenUp = !outcome.ok && (outcome.isPermanent === true || now - delivery.created > KEPT_TRYING_MS)
  const state = outcome.ok ? DELIVERY_STATES.delivered : givenUp ? DELIVERY_STATES.failed : DELIVERY_STATES.pending
  const isOver = state !== DELIVERY_STATES.pending
  const next = isOver ? null : now + Math.max(waitAfter(delivery.tries), outcome.retryAfterMs ?? 0)
  await database.db.transaction().execute(async (db) => {
    await db
      .updateTable('delivery')
      .set({ state, http_code: outcome.httpCode, error: outcome.error, claimed_until: null, next_try: next })
      .where('key', '=', delivery.key)
      .execute()
    await moveLine(db, delivery, next ?? now)
  })
}
