import type { AlertDecision } from '../../../machines/alerts/alert-decision.ts'
import { alertEvents, alertStates, keepDecisions, outcomes } from '../store/alerts/alert-decisions.ts'
import type { Db } from '../store/core/database.ts'
import type { DecisionColumns, ResultRow } from '../store/core/tables.ts'
import { idOfRun, runOfId } from '../store/results/runs.ts'
import type { Moved } from './moved.ts'

/** Keeps what was decided while alerts moved, in the transaction that moves them. `judged` are the results that moved them. */
export const recordDecisions = async (
  db: Db,
  moved: readonly Moved[],
  judged: readonly ResultRow[],
  now: number,
): Promise<void> => {
  if (moved.every(({ decisions }) => decisions.length === 0)) return
  const categoryOf = new Map(judged.map((result) => [idOfRun(result), result.category]))
  const rows = moved.flatMap(({ webhook, decisions }) =>
    decisions.flatMap((decision) => {
      const category = categoryOf.get(decision.resultId) ?? null
      return rowOf(decision, { webhookKey: webhook.key, category, now })
    }),
  )
  await keepDecisions(db, rows, now)
}

/** A decision as it is stored; none where its result has no id of ours. */
export const rowOf = (
  decision: AlertDecision,
  { webhookKey, category, now }: { webhookKey: number; category: number | null; now: number },
): DecisionColumns[] => {
  const run = runOfId(decision.resultId)
  if (!run) return []
  const { late, outcome, event, before, after, guard, countedBefore, counted, needed, snoozedUntilMs } = decision
  return [
    {
      ...run,
      webhook_key: webhookKey,
      late,
      time: now,
      outcome: outcomes.code(outcome),
      event: alertEvents.code(event),
      state_before: alertStates.code(before),
      state_after: alertStates.code(after),
      guard,
      category,
      counted_before: countedBefore,
      counted,
      needed,
      snoozed_until: snoozedUntilMs,
    },
  ]
}
