import type { AlertMessage } from '../../domain/alerts/alert-message.ts'
import type { AlertPayload } from '../../domain/alerts/alerting.ts'
import { cutText } from '../../domain/core/cut-text.ts'
import type { Db } from '../store/core/database.ts'
import type { RunColumns } from '../store/core/tables.ts'
import type { ResultDetail, ResultStore } from '../store/results/result-store.ts'
import { idOfRun, runOfId } from '../store/results/runs.ts'

/** A delivery in the outbox, with its webhook. */
export type QueuedDelivery = {
  readonly message_id: string
  readonly kind: string
  readonly payload: AlertPayload
  readonly created: number
  readonly result_id: string | null
  readonly in_a_row: number | null
  readonly since: number | null
  readonly webhook_id: string
  readonly webhook_name: string
  readonly told_as: string | null
}

const LONGEST_FOUND = 200

/** Builds the message of a delivery, with the decisive condition if the result detail still exists. */
export const queuedMessage = async (db: Db, results: ResultStore, queued: QueuedDelivery): Promise<AlertMessage> =>
  (await queuedMessages(db, results, [queued]))(queued)

/** Reads what messages of deliveries say beyond their payload, once for each result; returns a function that builds them. */
export const queuedMessages = async (
  db: Db,
  results: ResultStore,
  many: readonly QueuedDelivery[],
): Promise<(queued: QueuedDelivery) => AlertMessage> => {
  const runs = new Map(many.flatMap((queued) => decidedRun(queued) ?? []).map((run) => [idOfRun(run), run]))
  const details = await results.details(db, [...runs.values()])
  return (queued) => {
    const { payload, result_id, since } = queued
    const run = runOfId(result_id ?? payload.result_id)
    const decided = decidedRun(queued)
    return {
      id: queued.message_id,
      kind: queued.kind === 'recovery' ? 'recovery' : 'alert',
      isTest: false,
      webhook: { id: queued.webhook_id, name: queued.webhook_name },
      toldAs: queued.told_as,
      payload,
      inARow: queued.in_a_row ?? 1,
      sinceMs: since,
      timeMs: run?.due ?? queued.created,
      condition: decided && queued.kind !== 'recovery' ? decisiveCondition(details.get(idOfRun(decided))) : null,
    }
  }
}

/** The run whose conditions decided; null for a recovery. A workflow has no conditions of its own: those of its failed step decided. */
const decidedRun = ({ kind, payload }: QueuedDelivery): RunColumns | null =>
  kind === 'recovery' ? null : runOfId(payload.workflow?.failed_step?.result_id || payload.result_id)

const SEVERITY = ['none', 'pass', 'slow', 'warning', 'fail']

/** Returns the first of the conditions with the worst outcome. */
const decisiveCondition = (detail: ResultDetail | undefined): AlertMessage['condition'] => {
  const worst = (detail?.conditions ?? [])
    .filter(({ outcome }) => SEVERITY.indexOf(outcome) >= SEVERITY.indexOf('slow'))
    .sort((a, b) => SEVERITY.indexOf(b.outcome) - SEVERITY.indexOf(a.outcome))[0]
  if (!worst) return null
  const { name, actual, expected } = worst
  return { name, actual: actual === null ? null : cutText(actual, LONGEST_FOUND), expected: expected ?? '' }
}
