import { webhooks as webhookResource } from '../../../contract/alerts/webhooks.ts'
import { WEBHOOK_DEFAULTS } from '../../../domain/alerts/webhook-rules.ts'
import { type Problem, problem } from '../../../domain/core/problem.ts'
import { parseTime } from '../../../domain/core/wire-time.ts'
import { snooze, wake } from '../../alerts/sweep.ts'
import { reconsider } from '../../alerts/ticks.ts'
import { lastDeliveries } from '../../delivery/last-deliveries.ts'
import { outOfReach } from '../../delivery/out-of-reach.ts'
import type { HandlersPart, ProjectContext } from '../../http/context.ts'
import { crud, resourceOf } from '../../http/crud.ts'
import { unconfirmedAmong } from '../../mail/recipients.ts'
import { unsubscribedFrom } from '../../mail/unsubscribe.ts'
import { invalid, Refusal } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import { canFireFor, type WebhookDoc, webhooks } from '../../store/alerts/webhooks.ts'
import { namesOf } from '../../store/core/object-names.ts'
import type { Stored } from '../../store/core/objects.ts'
import { addressesOf, askNewRecipients } from './recipients.ts'
import { changedWebhook, newWebhook, problemsOf, shownOnce, urlsOf, webhookRow } from './webhook-doc.ts'

const LONGEST_SNOOZE_MS = 7 * 24 * 3_600_000

/** Alerts as rows: how their newest delivery went, who unsubscribed from their mail, and who has not confirmed yet. */
const rowsOf = async (stored: readonly Stored<WebhookDoc>[], { db, project, now }: ProjectContext) => {
  const last = await lastDeliveries(db, stored, now)
  const unsubscribed = await unsubscribedFrom(
    db,
    stored.map(({ id }) => id),
  )
  const addresses = stored.flatMap(({ doc }) => addressesOf(doc))
  const pending = new Set(await unconfirmedAmong(db, project.key, addresses))
  const names = await namesOf(
    db,
    project.key,
    stored.flatMap(({ doc }) => doc.monitor_id ?? []),
  )
  return stored.map((one) =>
    webhookRow(one, {
      nameOf: (id) => names.get(id) ?? id,
      last: last.get(one.key),
      unsubscribed: unsubscribed.get(one.id),
      unconfirmed: addressesOf(one.doc).filter((address) => pending.has(address)),
    }),
  )
}

const kitOf = (services: Services) =>
  crud(webhookResource, webhooks, {
    blank: () => newWebhook,
    name: ({ name }, before) => name?.trim() ?? before ?? WEBHOOK_DEFAULTS.name,
    rules: async (change, before, context) =>
      (await problemsOf(change, before, context)) ??
      outOfReach(services.allowed, urlsOf(change.parameters), urlsOf(before?.parameters)),
    toDoc: (base, change) => changedWebhook(base, change, services.sealing),
    toRows: rowsOf,
    narrow: ({ monitor_id }) => (monitor_id === undefined ? undefined : canFireFor(monitor_id)),
    async after({ key, doc }, write, context) {
      await askNewRecipients(services, context, doc)
      if ('draft' in write && write.draft?.policy !== undefined) await reconsider(context.db, key, context.now)
    },
    reveal: (row, { doc }, before) =>
      doc.parameters.secret && !before?.doc.parameters.secret ? shownOnce(row, doc, services.sealing) : row,
  })

export const webhookHandlers = (services: Services) => {
  const kit = kitOf(services)
  return {
    ...kit.handlers,

    'webhook.snooze': async ({ params, body }, context) => {
      const { db, now } = context
      const before = await kit.forChange(params.id, context)
      if (before instanceof Refusal) return before
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
        resource: resourceOf(webhookResource, stored),
        before: { snoozed_until: before.doc.snoozed_until },
        after: { snoozed_until: doc.snoozed_until },
      })
      return kit.row(stored, context)
    },
  } satisfies HandlersPart<(typeof webhookResource)['endpoints']>
}

/** When a snooze ends, in milliseconds; `now` if 0 minutes were asked for. */
const snoozeEnd = ({ minutes, until }: { minutes?: number; until?: string }, now: number): number | Problem => {
  if (minutes !== undefined && until !== undefined)
    return problem('until', 'forbidden', 'cannot be combined with minutes: send only one of them.')
  if (minutes !== undefined) return now + minutes * 60_000
  if (until === undefined)
    return {
      field: 'minutes',
      code: 'required',
      message: 'minutes is missing: 0 to 10080, or a time in until instead.',
    }
  const end = parseTime(until)
  if (end !== null && end <= now)
    return problem('until', 'range', 'must be in the future; to end a snooze, set minutes to 0.')
  return end !== null && end <= now + LONGEST_SNOOZE_MS
    ? end
    : problem('until', 'range', 'must be a time such as 2026-01-05T10:00:00Z, at most 7 days ahead.')
}
