import type { deliveries } from '../../../contract/alerts/deliveries.ts'
import { webhooks as webhookResource } from '../../../contract/alerts/webhooks.ts'
import {
  deliveryKey,
  deliveryRow,
  listDeliveries,
  readDelivery,
  type StoredDelivery,
  sendAgain,
} from '../../delivery/deliveries.ts'
import { maskedDelivery } from '../../delivery/masked-delivery.ts'
import { queuedMessage } from '../../delivery/queued-message.ts'
import type { HandlersOf } from '../../http/context.ts'
import { resourceOf } from '../../http/crud.ts'
import { notFound, type Refusal } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import { type WebhookDoc, webhooks } from '../../store/alerts/webhooks.ts'
import type { Db } from '../../store/core/database.ts'
import type { Stored } from '../../store/core/objects.ts'

type Place = { readonly id: string; readonly key: string }

/** Handlers for the deliveries of webhooks. */
export const deliveryHandlers = ({ results, delivering, wakeDelivery }: Services): HandlersOf<typeof deliveries> => ({
  'delivery.list': async ({ params, query }, { db, project, now }) => {
    const webhook = await webhooks.read(db, project.key, params.id)
    if (!webhook) return notFound('webhook')
    const { rows, nextCursor } = await listDeliveries(db, webhook.key, { ...query, now })
    return {
      meta: { more: nextCursor !== null, next_cursor: nextCursor },
      data: rows.map((row) => deliveryRow(row, now)),
    }
  },

  'delivery.read': async ({ params }, { db, project, now }) => {
    const found = await find(db, project.key, params)
    if ('status' in found) return found
    const { webhook, stored } = found
    const { id: webhook_id, name: webhook_name, doc } = webhook
    const message = await queuedMessage(db, results, { ...stored, webhook_id, webhook_name })
    const shown = maskedDelivery(message, doc, {
      providers: delivering.providers,
      nowMs: stored.last_try ?? now,
      recipient: stored.recipient,
    })
    return { delivery: deliveryRow(stored, now), ...shown }
  },

  'delivery.retry': async ({ params }, context) => {
    const { db, project, now } = context
    const found = await find(db, project.key, params)
    if ('status' in found) return found
    const before = deliveryRow(found.stored, now)
    await sendAgain(db, found.stored.key, now)
    const { key, status, monitor, result_id } = before
    context.record({
      resource: resourceOf(webhookResource, found.webhook),
      after: { delivery: key, was: status, monitor, result_id },
    })
    context.afterCommit(wakeDelivery)
    const again = await readDelivery(db, found.webhook.key, found.stored.key)
    return again ? deliveryRow(again, now) : notFound('delivery')
  },
})

const find = async (
  db: Db,
  projectKey: number,
  { id, key }: Place,
): Promise<Refusal | { webhook: Stored<WebhookDoc>; stored: StoredDelivery }> => {
  const webhook = await webhooks.read(db, projectKey, id)
  if (!webhook) return notFound('webhook')
  const number = deliveryKey(key)
  const stored = number === null ? undefined : await readDelivery(db, webhook.key, number)
  return stored ? { webhook, stored } : notFound('delivery')
}
