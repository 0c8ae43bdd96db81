import { sql } from 'kysely'
import type { webhooks as webhookResource } from '../../../contract/alerts/webhooks.ts'
import { WEBHOOK_DEFAULTS } from '../../../domain/alerts/webhook-rules.ts'
import type { Problem } from '../../../domain/core/problem.ts'
import { parseTime } from '../../../domain/core/wire-time.ts'
import { snooze, wake } from '../../alerts/sweep.ts'
import { lastDeliveries } from '../../delivery/last-deliveries.ts'
import type { HandlersPart } from '../../http/context.ts'
import { unconfirmedAmong } from '../../mail/recipients.ts'
import { unsubscribedFrom } from '../../mail/unsubscribe.ts'
import { invalid, notFound } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import { type WebhookDoc, webhooks } from '../../store/alerts/webhooks.ts'
import type { Db } from '../../store/core/database.ts'
import type { Stored } from '../../store/core/objects.ts'
import { addressesOf, askNewRecipients } from './recipients.ts'
import { changedWebhook, problemsOf, shownOnce, webhookRow } from './webhook-doc.ts'

const LONGEST_SNOOZE_MS = 7 * 24 * 3_600_000

export const webhookHandlers = (services: Services) => {
  const { sealing } = services
  return {
    'webhook.list': async ({ query }, { db, project }) => {
      const firing = query.monitor_id
      const page = await webhooks.list(
        db,
        project.key,
        query,
        firing === undefined
          ? undefined
          : sql<boolean>`(doc ->> 'monitor_id' is null or doc ->> 'monitor_id' = ${firing})`,
      )
      return { meta: { more: page.more, next_cursor: page.next_cursor }, data: await rowsOf(db, page.rows) }
    },

    'webhook.create': async ({ body }, context) => {
      const refusal = await problemsOf(body, null, context)
      if (refusal) return refusal
      const doc = changedWebhook(null, body, sealing)
      const name = body.name?.trim() ?? WEBHOOK_DEFAULTS.name
      const { db, project, actor: owner, now } = context
      const stored = await webhooks.create(db, { projectKey: project.key, name, doc, owner, now })
      context.record({ resource: resourceOf(stored), after: { name, ...doc } })
      await askNewRecipients(services, context, doc)
      return shownOnce(await rowOf(db, stored), doc, sealing)
    },

    'webhook.update': async ({ params, body }, context) => {
      const before = await webhooks.readForChange(context.db, context.project.key, params.id)
      if (!before) return notFound('webhook')
      const refusal = await problemsOf(body, before.doc, context)
      if (refusal) return refusal
      const doc = changedWebhook(before.doc, body, sealing)
      const name = body.name?.trim() ?? before.name
      const stored = await webhooks.update(context.db, before, { name, doc, now: context.now })
      context.record({
        resource: resourceOf(stored),
        before: { name: before.name, ...before.doc },
        after: { name, ...doc },
      })
      await askNewRecipients(services, context, doc)
      const row = await rowOf(context.db, stored)
      const isNew = doc.parameters.secret && !before.doc.parameters.secret
      return isNew ? shownOnce(row, doc, sealing) : row
    },

    'webhook.remove': async ({ params }, context) => {
      const stored = await webhooks.readForChange(context.db, context.project.key, params.id)
      if (!stored) return notFound('webhook')
      await webhooks.remove(context.db, stored)
      context.record({ resource: resourceOf(stored), before: { name: stored.name, ...stored.doc } })
      return null
    },

    'webhook.snooze': async ({ params, body }, context) => {
      const { db, project, now } = context
      const before = await webhooks.readForChange(db, project.key, params.id)
      if (!before) return notFound('webhook')
      const until = snoozeEnd(body, now)
      if (typeof until !== 'number') return invalid([until])
      const asleep = until > now
      const doc = { ...before.doc, snoozed_until: asleep ? until : null }
      const stored = await webhooks.update(db, before, { name: before.name, doc, now })
      if (asleep) await snooze(db, stored, until, now)
      else {
        await wake(db, { ...services, now }, stored.key)
        context.afterCommit(services.wakeDelivery)
      }
      context.record({
        resource: resourceOf(stored),
        before: { snoozed_until: before.doc.snoozed_until },
        after: { snoozed_until: doc.snoozed_until },
      })
      return rowOf(db, stored)
    },
  } satisfies HandlersPart<(typeof webhookResource)['endpoints']>
}

/** When a snooze ends, in milliseconds: `now` where it ends at once. */
const snoozeEnd = ({ minutes, until }: { minutes?: number; until?: string }, now: number): number | Problem => {
  if (minutes !== undefined) return now + minutes * 60_000
  if (until === undefined)
    return {
      field: 'minutes',
      code: 'required',
      message: 'minutes is missing: 0 to 10080, or a time in until instead.',
    }
  const end = parseTime(until)
  return end !== null && end <= now + LONGEST_SNOOZE_MS
    ? end
    : {
        field: 'until',
        code: 'range',
        message: 'until must be a time such as 2026-01-05T10:00:00Z, at most 7 days ahead.',
      }
}

export const resourceOf = (stored: Stored<WebhookDoc>) => ({ type: 'webhook', id: stored.id, name: stored.name })

/** Webhooks as they are told, with how their newest delivery went, and who wants no more of their mail. */
const rowsOf = async (db: Db, stored: readonly Stored<WebhookDoc>[]) => {
  const last = await lastDeliveries(db, stored)
  const unsubscribed = await unsubscribedFrom(
    db,
    stored.map(({ id }) => id),
  )
  const addresses = stored.flatMap(({ doc }) => addressesOf(doc))
  const projectKey = stored[0]?.project_key ?? 0
  const pending = new Set(await unconfirmedAmong(db, projectKey, addresses))
  return stored.map((one) =>
    webhookRow(one, {
      last: last.get(one.key),
      unsubscribed: unsubscribed.get(one.id),
      unconfirmed: addressesOf(one.doc).filter((address) => pending.has(address)),
    }),
  )
}

const rowOf = async (db: Db, stored: Stored<WebhookDoc>) => {
  const last = (await lastDeliveries(db, [stored])).get(stored.key)
  const unsubscribed = (await unsubscribedFrom(db, [stored.id])).get(stored.id)
  const unconfirmed = await unconfirmedAmong(db, stored.project_key, addressesOf(stored.doc))
  return webhookRow(stored, { last, unsubscribed, unconfirmed })
}
