import type { webhooks as webhookResource } from '../../../contract/alerts/webhooks.ts'
import { WEBHOOK_DEFAULTS } from '../../../domain/alerts/webhook-rules.ts'
import { countAttempt } from '../../access/throttle.ts'
import { sendTest } from '../../delivery/test-message.ts'
import type { HandlerOf, HandlersPart, ProjectContext } from '../../http/context.ts'
import { notFound, Refusal, tooManyTries } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import { alertTarget } from '../../store/alerts/alert-target.ts'
import { type WebhookDoc, webhooks } from '../../store/alerts/webhooks.ts'
import { monitors } from '../../store/monitors/monitors.ts'
import { changedWebhook, newWebhook, problemsOf } from './webhook-doc.ts'

/** Enough to set a webhook up with some mistakes, and too few to send anybody a flood. */
const AT_PROJECT = { free: 10, forgetsOneEveryMs: 30_000 }
/** Each waits for a receiver within its transaction; more at once would leave no connections for the rest of the product. */
const OPTIMISTIC = 3

type Endpoints = (typeof webhookResource)['endpoints']

/** Sends messages that are marked as tests, and says how that went. */
export const webhookTestHandlers = (services: Services) => {
  const { sealing, database, delivering, resultUrl, clock } = services
  let underWay = 0

  const tryOut = async (
    context: ProjectContext,
    webhook: { id: string; name: string },
    doc: WebhookDoc,
  ): Promise<Awaited<ReturnType<HandlerOf<Endpoints['webhook.test']>>>> => {
    const { project } = context
    if (underWay >= OPTIMISTIC)
      return new Refusal(503, 'unavailable', 'Other tests are under way; try again in some seconds.')
    // Outside of the request's transaction: it counts whatever becomes of it, and nobody waits for it.
    const waitMs = await countAttempt(database.db, { name: `webhook tests of ${project.id}`, ...AT_PROJECT }, clock())
    if (waitMs > 0) return tooManyTries(waitMs)
    underWay++
    try {
      const monitor = await monitorOf(context, doc)
      const outcome = await sendTest(delivering, {
        doc,
        webhook,
        projectKey: project.key,
        monitor,
        resultUrl: (id) => resultUrl(id, project.id),
      })
      const status = outcome.isKept ? 'kept' : outcome.ok ? 'delivered' : 'failed'
      context.record({
        resource: { type: webhook.id === DRAFT ? 'webhook-draft' : 'webhook', ...webhook },
        after: { web_hook_type: doc.web_hook_type, status, http_code: outcome.httpCode },
      })
      const { httpCode: http_code, durationMs: duration, error, detail } = outcome
      return { status, http_code, duration, error, detail }
    } finally {
      underWay--
    }
  }

  return {
    'webhook.test': async ({ params, body }, context) => {
      const stored = await webhooks.read(context.db, context.project.key, params.id)
      if (!stored) return notFound('webhook')
      const refusal = await problemsOf(body, stored.doc, context)
      if (refusal) return refusal
      const name = body.name?.trim() ?? stored.name
      return tryOut(context, { id: stored.id, name }, changedWebhook(stored.doc, body, sealing))
    },

    'webhook.test-draft': async ({ body }, context) => {
      const refusal = await problemsOf(body, null, context)
      if (refusal) return refusal
      const name = body.name?.trim() ?? WEBHOOK_DEFAULTS.name
      return tryOut(context, { id: DRAFT, name }, changedWebhook(newWebhook, body, sealing))
    },
  } satisfies HandlersPart<Endpoints>
}

const DRAFT = 'draft'

/** The monitor or workflow that a test is said to be about: the webhook's own, else the newest of the project. */
const monitorOf = async ({ db, project }: ProjectContext, { monitor_id }: WebhookDoc) => {
  const stored = monitor_id
    ? await alertTarget(db, project.key, monitor_id)
    : (await monitors.list(db, project.key, { limit: 1 })).rows[0]
  if (!stored) return null
  const { id, name, doc } = stored
  return {
    id,
    name,
    description: doc.meta.description,
    tags: doc.meta.tags,
    url: 'request' in doc ? doc.request.url : '',
  }
}
