import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { PLAIN_POLICY } from '../../domain/alerts/alert-policy.ts'
import type { AlertPayload } from '../../domain/alerts/alerting.ts'
import { remarkOf } from '../../domain/alerts/news-remark.ts'
import { recipientsIn } from '../../domain/alerts/webhook-types.ts'
import { addressKey } from '../../domain/core/email-address.ts'
import { DELIVERY_STATES } from '../store/alerts/delivery-states.ts'
import { arrayColumn, sharedTexts } from '../store/core/array-columns.ts'
import type { Db } from '../store/core/database.ts'
import type { SecretCipher } from '../store/core/secret-cipher.ts'
import type { AdvancedAlert } from './advanced-alert.ts'
import { burstTimes } from './merging/burst-times.ts'
import { mergeMessages, type Outgoing } from './merging/merge-messages.ts'
import { type MessageContext, openBodies } from './message-bodies.ts'
import { webhooksOf } from './watched.ts'

type Context = MessageContext & { readonly sealing: SecretCipher }

/** Messages that one statement queues. */
const QUEUED_AT_ONCE = 5_000

/** A row of the outbox, by the short names under which it is passed to the database. */
type QueuedRow = {
  /** Id of the message. */
  readonly m: string
  readonly p: number
  readonly w: number
  /** Id of the webhook. */
  readonly i: string
  readonly t: number
  readonly k: 'alert' | 'recovery'
  readonly b: AlertPayload
  readonly a: string | null
  readonly r: string
  readonly n: number
  readonly s: number
  readonly l: number
  readonly y: string | null
}

/**
 * Queues the machine's effects as deliveries. A message's id is derived from webhook, result and kind, so that the same event is never
 * queued twice. Mail and text messages are one delivery per recipient, without those that unsubscribed. Returns how many were queued.
 */
export const queueDeliveries = async (db: Db, context: Context, moved: readonly AdvancedAlert[]): Promise<number> => {
  const telling = moved.filter(({ effects }) => effects.length > 0)
  if (telling.length === 0) return 0
  const bodyOf = await openBodies(db, context, telling)
  const rows: QueuedRow[] = []
  const outgoing: Outgoing[] = []
  for (const one of telling) {
    const { webhook, target, effects } = one
    for (const effect of effects) {
      const plain = await bodyOf(target, effect)
      if (!plain) continue
      const remark = remarkOf(effect, webhook.doc.policy ?? PLAIN_POLICY)
      const row = {
        p: target.project_key,
        w: webhook.key,
        i: webhook.id,
        t: target.key,
        k: effect.type === 'notify' ? ('alert' as const) : ('recovery' as const),
        b: remark === null ? plain : { ...plain, note: remark },
        r: effect.momentId ?? effect.resultId,
        n: effect.inARow,
        s: effect.sinceMs,
        l: one.locationKey,
        y: effect.why ?? null,
      }
      const message = `msg_${webhook.id}_${effect.momentId ?? effect.resultId}_${effect.type}`
      for (const recipient of recipientsIn(webhook.doc.web_hook_type, webhook.doc.parameters)) {
        const messageId = recipient === null ? message : `${message}_${markOf(recipient)}`
        rows.push({ ...row, m: messageId, a: recipient })
        outgoing.push({ messageId, moved: one, effect, recipient, category: plain.result_class })
      }
    }
  }
  if (rows.length === 0) return 0
  const placed = await placeRows(db, rows, outgoing, context)
  for (let from = 0; from < placed.length; from += QUEUED_AT_ONCE)
    await insert(db, placed.slice(from, from + QUEUED_AT_ONCE), context.now)
  return rows.length
}

/** Inserts messages, whose keys keep their order. Those of one result mostly share their body: it is sent once. */
const insert = async (db: Db, rows: readonly PlacedRow[], now: number): Promise<void> => {
  const texts = sharedTexts()
  const places = new Map<AlertPayload, number>()
  const placeOf = (body: AlertPayload): number => {
    const place = places.get(body) ?? texts.placeOf(JSON.stringify(body))
    places.set(body, place)
    return place
  }
  const listed = JSON.stringify(rows.map(({ b, ...row }, o) => ({ ...row, o, place: placeOf(b) })))
  await sql`insert into delivery (message_id, project_key, webhook_key, target_key, kind, payload, created, next_try, recipient,
      result_id, in_a_row, since, location_key, why, state, merged_into, waits_for, told_as, error, burst)
    select m, p, w, t, k, text.body, ${now}::bigint, x, a, r, n, s, l, y, z, g, f, told, e, u
    from json_to_recordset(${listed}::json) as row(
      m text, p int, w int, i text, t int, k text, a text, r text, n int, s bigint, l smallint, y text, x bigint, z smallint,
      g text, f int, told text, e text, u text, o int, place int)
    join jsonb_array_elements(${texts.json()}::jsonb) with ordinality text(body, place) using (place)
    where a is null or not exists (select 1 from mail_unsubscribed u where u.webhook_id = i and u.address = lower(a))
    order by o
    on conflict (message_id) do nothing`.execute(db)
  // Retries older waiting deliveries too: the receiver may be back, and messages keep their order.
  await sql`update delivery set next_try = ${now}
    from unnest(${arrayColumn(rows.map(({ w }) => w))}::int[], ${arrayColumn(rows.map(({ t }) => t))}::int[]) row(w, t)
    where state = 0 and webhook_key = row.w and target_key = row.t and next_try > ${now} and last_try is not null`.execute(
    db,
  )
}

type PlacedRow = QueuedRow & {
  /** When it is due; null for one that does not go out by itself. */
  readonly x: number | null
  readonly z: number
  readonly g: string | null
  readonly f: number | null
  readonly told: string | null
  readonly e: string | null
  readonly u: string | null
}

/** The rows with what becomes of each: due now, due with others, or told by another message. */
const placeRows = async (
  db: Db,
  rows: readonly QueuedRow[],
  outgoing: readonly Outgoing[],
  { sealing, now }: Context,
): Promise<PlacedRow[]> => {
  const watched = await webhooksOf(db, [...new Set(rows.map(({ p }) => p))])
  const placementOf = await mergeMessages(db, outgoing, { watched, sealing, now })
  const timeOf = await burstTimes(db, outgoing, now)
  const placed = rows.map((row, at) => {
    const { burst: u, dueMs } = outgoing[at] ? timeOf(outgoing[at]) : { burst: null, dueMs: null }
    const { mergedInto: g, waitsFor: f, isSettled, toldAs: told, reason: e } = placementOf(row.m)
    const isOut = g === null && f === null
    const z = isOut ? DELIVERY_STATES.pending : isSettled ? DELIVERY_STATES.merged : DELIVERY_STATES.held
    return {
      row: { ...row, x: isOut ? (dueMs ?? now) : null, z, g, f, told, e, u },
      atMs: outgoing[at]?.effect.dueMs ?? now,
    }
  })
  // In the order in which receivers hear them, whichever alert they are from.
  return placed.sort((a, b) => a.atMs - b.atMs).map(({ row }) => row)
}

const markOf = (address: string): string =>
  createHash('sha256').update(addressKey(address)).digest('base64url').slice(0, 10)
