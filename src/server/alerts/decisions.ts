import type { AlertDecision } from '../../../machines/alerts/alert-decision.ts'
import { alertEvents, alertStates, outcomes, storeDecisions } from '../store/alerts/alert-decisions.ts'
import type { Db } from '../store/core/database.ts'
import type { DecisionColumns, ResultRow } from '../store/core/tables.ts'
import { idOfRun, runOfId } from '../store/results/runs.ts'
import type { AdvancedAlert } from './advanced-alert.ts'

/** Stores the decisions made while alerts advanced, in the same transaction. `judged` are the results that advanced them. */
export const recordDecisions = async (
  db: Db,
  moved: readonly AdvancedAlert[],
  judged: readonly ResultRow[],
  now: number,
): Promise<void> => {
  if (moved.every(({ decisions }) => decisions.length === 0)) return
  const categoryOf = new Map(judged.map((result) => [idOfRun(result), result.category]))
  // Alerts that decided alike share their decisions, and so the columns that are read from them.
  const columnsOf = new Map<AlertDecision, DecisionColumns[]>()
  const rows = moved.flatMap(({ webhook, decisions }) =>
    decisions.flatMap((decision) => {
      const category = categoryOf.get(decision.resultId) ?? null
      const columns = columnsOf.get(decision) ?? rowOf(decision, { webhookKey: 0, category, now })
      columnsOf.set(decision, columns)
      return columns.map((row) => ({ ...row, webhook_key: webhook.key }))
    }),
  )
  await storeDecisions(db, rows, now)
}

/** A decision for storage; none if its result has no valid id. */
export const rowOf = (
  decision: AlertDecision,
  { webhookKey, category, now }: { webhookKey: number; category: number | null; now: number },
): DecisionColumns[] => {
  const run = runOfId(decision.resultId)
  if (!run) return []
  const { late, outcome, event, before, after, guard, countedBefore, counted, needed, snoozedUntilMs, facts } = decision
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
      facts: Object.keys(facts).length === 0 ? null : facts,
    },
  ]
}
