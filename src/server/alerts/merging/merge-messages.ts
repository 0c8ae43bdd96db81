import { sql } from 'kysely'
import { PLAIN_POLICY } from '../../../domain/alerts/alert-policy.ts'
import type { AlertPayload } from '../../../domain/alerts/alerting.ts'
import { ALONE, type Message, type Placement, placeMessages, type Told } from '../../../domain/alerts/merging.ts'
import { WEBHOOK_TYPES } from '../../../domain/alerts/webhook-types.ts'
import { DELIVERY_STATES } from '../../store/alerts/delivery-states.ts'
import type { WebhookDoc } from '../../store/alerts/webhooks.ts'
import type { Db } from '../../store/core/database.ts'
import type { Stored } from '../../store/core/objects.ts'
import type { SecretCipher } from '../../store/core/secret-cipher.ts'
import type { AdvancedAlert } from '../advanced-alert.ts'
import { mergingReceivers } from './receivers.ts'
import { placeOf, tellingOf } from './telling.ts'

/** A message for one recipient before it is queued. */
export type Outgoing = {
  readonly messageId: string
  readonly moved: AdvancedAlert
  readonly effect: AdvancedAlert['effects'][number]
  readonly recipient: string | null
  readonly category: AlertPayload['result_class']
}

type Options = { readonly watched: readonly Stored<WebhookDoc>[]; readonly sealing: SecretCipher; readonly now: number }

/** One alert at one receiver, about one monitor. */
type Line = {
  readonly webhook: Stored<WebhookDoc>
  readonly target: AdvancedAlert['target']
  readonly recipient: string | null
  readonly mark: string
}

/**
 * Decides for each message whether it goes out or another alert tells the same receiver of the same outage. Runs under the locks of the
 * monitors, after the states of their alerts are stored. Reads nothing more where no two alerts have a receiver in common.
 */
export const mergeMessages = async (
  db: Db,
  outgoing: readonly Outgoing[],
  { watched, sealing, now }: Options,
): Promise<(messageId: string) => Placement> => {
  const sharing = sharedReceivers(watched, sealing)
  const marks = new Map(
    [...sharing.values()].flat().map(({ webhook, recipient, mark }) => [`${webhook.key} ${recipient ?? ''}`, mark]),
  )
  const messages = outgoing.map((one): Message => {
    const mark = marks.get(`${one.moved.webhook.key} ${one.recipient ?? ''}`) ?? null
    return { ...messageOf(one), mark }
  })
  if (messages.every(({ mark }) => mark === null)) return () => ALONE
  const lines = outgoing.flatMap(({ moved: { target } }, at): Line[] =>
    (sharing.get(messages[at]?.mark ?? '') ?? [])
      .filter(({ webhook }) => webhook.project_key === target.project_key)
      .map((line) => ({ ...line, target })),
  )
  const telling = await tellingOf(db, lines, now)
  const told = await toldBefore(db, lines)
  const placed = placeMessages(messages, { told, telling, nowMs: now })
  return (messageId) => placed.get(messageId) ?? ALONE
}

type Sharing = ReadonlyMap<string, readonly Omit<Line, 'target'>[]>

/** The receivers of several alerts of one project, by mark. */
const sharedReceivers = (watched: readonly Stored<WebhookDoc>[], sealing: SecretCipher): Sharing => {
  const all = new Map<string, Omit<Line, 'target'>[]>()
  for (const webhook of watched)
    for (const { recipient, mark: ofReceiver } of mergingReceivers(webhook, sealing)) {
      const mark = `${webhook.project_key} ${ofReceiver}`
      const known = all.get(mark)
      if (known) known.push({ webhook, recipient, mark })
      else all.set(mark, [{ webhook, recipient, mark }])
    }
  return new Map([...all].filter(([, lines]) => lines.length > 1))
}

const messageOf = ({ messageId, moved, effect, recipient, category }: Outgoing): Omit<Message, 'mark'> => {
  const { webhook, target, locationKey } = moved
  return {
    messageId,
    webhookKey: webhook.key,
    webhookId: webhook.id,
    webhookName: webhook.name,
    place: placeOf(target.key, locationKey),
    recipient,
    kind: effect.type === 'notify' ? 'alert' : 'recovery',
    why: effect.why ?? null,
    resultId: effect.momentId ?? effect.resultId,
    sinceMs: effect.sinceMs,
    category,
    dueMs: effect.dueMs,
    remindMs: (webhook.doc.policy ?? PLAIN_POLICY).remind_minutes * 60_000,
    isKeyed: WEBHOOK_TYPES[webhook.doc.web_hook_type].group === 'incident',
  }
}

type Row = {
  readonly nth: number
  readonly message_id: string
  readonly location_key: number
  readonly kind: string
  readonly why: Message['why']
  readonly result_id: string
  readonly since: number
  readonly category: Told['category']
  readonly state: number
  readonly created: number
  readonly merged_into: string | null
  readonly waits_for: number | null
  readonly told_as: string | null
}

const STATES: Partial<Record<number, Told['state']>> = {
  [DELIVERY_STATES.pending]: 'pending',
  [DELIVERY_STATES.delivered]: 'arrived',
  [DELIVERY_STATES.kept]: 'arrived',
  [DELIVERY_STATES.merged]: 'merged',
  [DELIVERY_STATES.held]: 'held',
}

/** The first and the newest messages of the newest outage of each line, and its newest ends. */
const toldBefore = async (db: Db, lines: readonly Line[]): Promise<Told[]> => {
  const distinct = [
    ...new Map(lines.map((line) => [`${line.webhook.key} ${line.target.key} ${line.recipient ?? ''}`, line])).values(),
  ]
  const asked = distinct.map(({ webhook, target, recipient }, nth) => ({
    n: nth,
    w: webhook.key,
    t: target.key,
    r: recipient,
  }))
  const { rows } = await sql<Row>`
    select n as nth, d.* from json_to_recordset(${JSON.stringify(asked)}::json) as asked(n int, w int, t int, r text) cross join lateral (
      with mine as (
        select * from delivery d where d.webhook_key = w and d.target_key = t and d.told_as is not null
          and d.recipient is not distinct from r order by d.since desc, d.key desc limit 30),
      first as (
        select f.* from (select distinct since from mine) s cross join lateral (
          select * from delivery d where d.webhook_key = w and d.target_key = t and d.since = s.since and d.told_as is not null
            and d.recipient is not distinct from r order by d.key limit 2) f)
      select key, message_id, location_key, kind, why, result_id, since, payload ->> 'result_class' as category, state, created,
        merged_into, waits_for, told_as from (select * from mine union select * from first) each) d
    order by d.key`.execute(db)
  return rows.flatMap((row): Told[] => {
    const [line, state] = [distinct[row.nth], STATES[row.state]]
    if (!line || !state) return []
    return [
      {
        messageId: row.message_id,
        webhookKey: line.webhook.key,
        webhookId: line.webhook.id,
        webhookName: line.webhook.name,
        place: placeOf(line.target.key, row.location_key),
        recipient: line.recipient,
        mark: line.mark,
        kind: row.kind === 'recovery' ? 'recovery' : 'alert',
        why: row.why,
        resultId: row.result_id,
        sinceMs: row.since,
        category: row.category,
        state,
        createdMs: row.created,
        dueMs: null,
        mergedInto: row.merged_into,
        waitsFor: row.waits_for,
        toldAs: row.told_as,
      },
    ]
  })
}
