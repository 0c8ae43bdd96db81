import type { alertDecisions } from '../../../contract/alerts/alert-decisions.ts'
import type { ProductContract } from '../../../contract/contract.ts'
import type { AnswerOf } from '../../../contract/core/endpoint.ts'
import { isSent, reasonText, undecidedReason, undecidedText } from '../../../domain/alerts/alert-reason.ts'
import { holds } from '../../../domain/core/access.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import { signalStepOf, silenceStepOf } from '../../../domain/silence/silence-id.ts'
import type { HandlersOf, ProjectContext } from '../../http/context.ts'
import { invalid, notFound } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import {
  alertEvents,
  alertStates,
  type DecisionPlace,
  type DecisionRow,
  decisionsOfRun,
  decisionsOfWebhook,
  isWaiting,
  keptSince,
  outcomes,
} from '../../store/alerts/alert-decisions.ts'
import { snoozersOf } from '../../store/alerts/alert-snoozers.ts'
import { alertTarget } from '../../store/alerts/alert-target.ts'
import { type Delivered, deliveriesOf } from '../../store/alerts/decision-deliveries.ts'
import { targetKindOf } from '../../store/alerts/target-kind.ts'
import { type WebhookDoc, webhooks } from '../../store/alerts/webhooks.ts'
import type { Stored } from '../../store/core/objects.ts'
import { categories, IGNORED } from '../../store/identity/codes.ts'
import { idOfRun, runOfId } from '../../store/results/runs.ts'

type Explanation = AnswerOf<ProductContract['alert.explain']>['data'][number]
type Decision = AnswerOf<ProductContract['alert.decisions']>['data'][number]

const PAGE = 50

export const alertDecisionHandlers = ({ results }: Services): HandlersOf<typeof alertDecisions> => ({
  'alert.explain': async ({ params }, context) => {
    const { db, project, now } = context
    const result = await results.read(db, project.key, params.id)
    const monitor = result?.target_id ? await alertTarget(db, project.key, result.target_id) : undefined
    if (!result || !monitor) return notFound('result')
    const decided = await told(await decisionsOfRun(db, result), context)
    const waits = await isWaiting(db, result)
    const all = await webhooks.all(db, project.key)
    const about = {
      monitor: { id: monitor.id, tags: monitor.doc.meta.tags },
      category: categories.name(result.category),
    }
    const inDowntime = (result.ignored & IGNORED.downtime) !== 0
    const asked = { ...about, inDowntime, dueMs: result.due, isWaiting: waits, keptSinceMs: keptSince(now) }
    return {
      data: all
        .map((webhook) => explanationOf(webhook, decided, asked))
        .filter(({ reason }) => reason !== 'other_monitor')
        .sort((a, b) => ORDER[a.verdict] - ORDER[b.verdict] || Number(a.as_set_now) - Number(b.as_set_now)),
    }
  },

  'alert.decisions': async ({ params, query }, context) => {
    const { db, project } = context
    const webhook = await webhooks.read(db, project.key, params.id)
    if (!webhook) return notFound('webhook')
    const monitor = query.monitor_id === undefined ? null : await alertTarget(db, project.key, query.monitor_id)
    if (monitor === undefined) return notFound('monitor')
    const after = query.cursor === undefined ? undefined : readCursor(query.cursor)
    if (after === null)
      return invalid([
        { field: 'cursor', code: 'invalid', message: 'cursor must be the next_cursor of an earlier answer.' },
      ])
    const limit = query.limit ?? PAGE
    const rows = await decisionsOfWebhook(db, {
      webhookKey: webhook.key,
      limit: limit + 1,
      ...(monitor && { targetKey: monitor.key }),
      ...(after && { after }),
    })
    const more = rows.length > limit
    const page = rows.slice(0, limit)
    const last = page.at(-1)
    return {
      meta: { more, next_cursor: more && last ? writeCursor(last) : null },
      data: await told(page, context),
    }
  },
})

const ORDER = { sent: 0, counted: 1, quiet: 2 } as const

const explanationOf = (
  webhook: Stored<WebhookDoc>,
  decided: readonly Decision[],
  asked: Omit<Parameters<typeof undecidedReason>[0], 'webhook'>,
): Explanation => {
  const { id, name, doc, created } = webhook
  const decisions = decided.filter(({ webhook_id }) => webhook_id === id)
  const named = { webhook_id: id, webhook_name: name, decisions }
  const last = decisions.at(-1)
  if (last) {
    const verdict = decisions.some(({ sent }) => sent) ? 'sent' : last.outcome === 'counted' ? 'counted' : 'quiet'
    return { ...named, verdict, as_set_now: false, reason: last.outcome, text: last.text }
  }
  const about = { ...asked, webhook: { ...doc, createdMs: created } }
  const reason = undecidedReason(about)
  return { ...named, verdict: 'quiet', as_set_now: true, reason, text: undecidedText(reason, { ...about, name }) }
}

/** Decisions as they are told: with names, who snoozed, and how the messages went. */
const told = async (rows: readonly DecisionRow[], { db, project, level, now }: ProjectContext): Promise<Decision[]> => {
  const asleep = holds(level, 'inspect') ? rows.filter(({ snoozed_until }) => snoozed_until !== null) : []
  const snoozerAt = await snoozersOf(db, project.key, asleep)
  const sent = rows.filter(({ outcome }) => isSent(outcomes.name(outcome)))
  const deliveredOf = await deliveriesOf(
    db,
    sent.map((row) => ({ webhook_key: row.webhook_key, webhook_id: row.webhook_id, result_id: idOfRun(row) })),
    now,
  )
  return rows.map((row) => {
    const outcome = outcomes.name(row.outcome)
    const category = row.category === null ? null : categories.name(row.category)
    const snoozedBy = row.snoozed_until === null ? null : snoozerAt(row)
    const id = idOfRun(row)
    const step = silenceStepOf(id)
    const facts = row.facts ?? {}
    const delivered = isSent(outcome) ? deliveredOf(row.webhook_id, id) : null
    const reason = {
      outcome,
      name: row.webhook_name,
      category,
      countedBefore: row.counted_before,
      counted: row.counted,
      needed: row.needed,
      snoozedUntilMs: row.snoozed_until,
      snoozedBy,
      silence: step && { step, locationId: row.location_id ?? '' },
      event: alertEvents.name(row.event),
      facts,
    }
    return {
      outcome,
      sent: isSent(outcome),
      text:
        delivered?.status === 'merged'
          ? `${reasonText(reason, inUtc)} ${delivered.error ?? ''}`
          : reasonText(reason, inUtc),
      webhook_id: row.webhook_id,
      webhook_name: row.webhook_name,
      call_id: row.call_id,
      call_name: row.call_name,
      call_kind: targetKindOf(row.call_kind),
      result_id: step === null && signalStepOf(facts.result_id ?? id) === null ? (facts.result_id ?? id) : null,
      result_category: category,
      no_data: step && { step, location_id: row.location_id ?? '' },
      due: formatTime(row.due),
      time: formatTime(row.time),
      path: {
        from: alertStates.name(row.state_before),
        event: alertEvents.name(row.event),
        guard: row.guard,
        to: alertStates.name(row.state_after),
      },
      counted_before: row.counted_before,
      counted: row.counted,
      needed: row.needed,
      snoozed_until: row.snoozed_until === null ? null : formatTime(row.snoozed_until),
      snoozed_by: snoozedBy,
      facts,
      delivery: deliveryOf(delivered),
    }
  })
}

/** "2026-11-21 14:30 UTC" */
export const inUtc = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`

const deliveryOf = (delivered: Delivered | null): Decision['delivery'] =>
  delivered && {
    status: delivered.status,
    tries: delivered.tries,
    time: delivered.last_try === null ? null : formatTime(delivered.last_try),
    http_code: delivered.http_code,
    error: delivered.error,
    next_try: delivered.next_try === null ? null : formatTime(delivered.next_try),
  }

/** A cursor is where the page before it ended: the moment and the run. */
const writeCursor = (row: DecisionRow): string => `${row.time}.${idOfRun(row)}`

const readCursor = (cursor: string): DecisionPlace | null => {
  const [time = '', id = ''] = cursor.split('.')
  const run = runOfId(id)
  return run && /^[0-9]{1,15}$/.test(time) ? { ...run, time: Number(time) } : null
}
