import { sql } from 'kysely'
import type { BodyOf } from '../../contract/endpoint.ts'
import type { Row } from '../../contract/resource.ts'
import type { webhooks as webhookResource } from '../../contract/webhooks.ts'
import { failsInARow } from '../../domain/alerting.ts'
import { MASK } from '../../domain/masking.ts'
import type { Problem } from '../../domain/problem.ts'
import { WEBHOOK_DEFAULTS, webhookProblems } from '../../domain/webhook-rules.ts'
import { formatTime, parseTime } from '../../domain/wire-time.ts'
import { snooze, wake } from '../alerts/sweep.ts'
import { type LastDelivery, lastDeliveries } from '../delivery/last-deliveries.ts'
import { newSigningSecret } from '../delivery/signing.ts'
import type { Handlers, ProjectContext } from '../http/context.ts'
import { invalid, notFound } from '../refusal.ts'
import type { Services } from '../services.ts'
import { monitors } from '../store/monitors.ts'
import type { Stored } from '../store/objects.ts'
import type { Sealed, Sealing } from '../store/sealing.ts'
import { type WebhookDoc, webhooks } from '../store/webhooks.ts'

type WebhookRow = Row<typeof webhookResource>
type Names = `webhook.${'list' | 'create' | 'update' | 'remove' | 'snooze'}`
type Change = BodyOf<(typeof webhookResource)['endpoints']['webhook.update']>

const LONGEST_SNOOZE_MS = 7 * 24 * 3_600_000

export const webhookHandlers = (services: Services): Pick<Handlers, Names> => {
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
      const last = await lastDeliveries(db, page.rows)
      return {
        meta: { more: page.more, next_cursor: page.next_cursor },
        data: page.rows.map((stored) => rowOf(stored, last.get(stored.key))),
      }
    },

    'webhook.create': async ({ body }, context) => {
      const problems = [...webhookProblems(body), ...(await monitorProblem(body, context))]
      if (problems.length > 0) return invalid(problems)
      const secret = body.parameters.secret || newSigningSecret()
      const doc = changed(newWebhook(sealing.seal(secret)), body, sealing)
      const name = body.name?.trim() ?? WEBHOOK_DEFAULTS.name
      const { db, project, actor: owner, now } = context
      const stored = await webhooks.create(db, { projectKey: project.key, name, doc, owner, now })
      context.record({ resource: resourceOf(stored), after: { name, ...doc } })
      const row = rowOf(stored, undefined)
      return { ...row, parameters: { ...row.parameters, secret } }
    },

    'webhook.update': async ({ params, body: sent }, context) => {
      const body = withoutMasks(sent)
      const before = await webhooks.readForChange(context.db, context.project.key, params.id)
      if (!before) return notFound('webhook')
      const problems = [...webhookProblems(body), ...(await monitorProblem(body, context))]
      if (problems.length > 0) return invalid(problems)
      const doc = changed(before.doc, body, sealing)
      const name = body.name?.trim() ?? before.name
      const stored = await webhooks.update(context.db, before, { name, doc, now: context.now })
      context.record({
        resource: resourceOf(stored),
        before: { name: before.name, ...before.doc },
        after: { name, ...doc },
      })
      return withDelivery(stored, context)
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
      return withDelivery(stored, context)
    },
  }
}

const newWebhook = (secret: Sealed): WebhookDoc => ({
  web_hook_type: 'webhook',
  monitor_id: null,
  enabled: true,
  alerts: [...WEBHOOK_DEFAULTS.alerts],
  parameters: { url: '', username: null, password: null, secret, fails_in_a_row: 0 },
  include_tags: [],
  exclude_tags: [],
  snoozed_until: null,
})

/** A secret that comes back as the mask under which it was shown was not changed. */
const withoutMasks = ({ parameters, ...change }: Change): Change => {
  if (!parameters) return change
  const { password, secret, ...plain } = parameters
  return {
    ...change,
    parameters: {
      ...plain,
      ...(password !== undefined && password !== MASK && { password }),
      ...(secret !== undefined && secret !== MASK && { secret }),
    },
  }
}

/** `before` with the fields of `change`; secrets that are absent stay as they are. */
const changed = (before: WebhookDoc, { name: _, ...change }: Change, sealing: Sealing): WebhookDoc => {
  const { password, secret, fails_in_a_row, ...plain } = change.parameters ?? {}
  return {
    ...before,
    ...change,
    web_hook_type: 'webhook',
    parameters: {
      ...before.parameters,
      ...plain,
      ...(fails_in_a_row !== undefined && { fails_in_a_row: failsInARow(fails_in_a_row) }),
      ...(password === null && { password: null }),
      ...(password && { password: sealing.seal(password) }),
      ...(secret && { secret: sealing.seal(secret) }),
    },
  }
}

const monitorProblem = async ({ monitor_id }: Change, { db, project }: ProjectContext): Promise<Problem[]> => {
  if (!monitor_id || (await monitors.read(db, project.key, monitor_id))) return []
  return [
    {
      field: 'monitor_id',
      code: 'unknown',
      message: 'monitor_id must be null, or the id of a monitor of this project.',
    },
  ]
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

const resourceOf = (stored: Stored<WebhookDoc>) => ({ type: 'webhook', id: stored.id, name: stored.name })

const withDelivery = async (stored: Stored<WebhookDoc>, { db }: ProjectContext): Promise<WebhookRow> =>
  rowOf(stored, (await lastDeliveries(db, [stored])).get(stored.key))

const rowOf = (
  { id, name, doc, created, last_update }: Stored<WebhookDoc>,
  last: LastDelivery | undefined,
): WebhookRow => ({
  id,
  name,
  web_hook_type: 'webhook',
  monitor_id: doc.monitor_id,
  enabled: doc.enabled,
  alerts: doc.alerts,
  parameters: {
    url: doc.parameters.url,
    username: doc.parameters.username,
    password: doc.parameters.password && MASK,
    secret: MASK,
    fails_in_a_row: String(doc.parameters.fails_in_a_row),
  },
  include_tags: doc.include_tags,
  exclude_tags: doc.exclude_tags,
  snoozed_until: doc.snoozed_until === null ? null : formatTime(doc.snoozed_until),
  last_delivery: last ?? null,
  created: formatTime(created),
  last_update: formatTime(last_update),
})
