import { sql } from 'kysely'
import type { StoredAlert } from '../../../machines/alerts/alert.ts'
import { manualDecision } from '../../../machines/alerts/alert-decision.ts'
import { storeDecisions } from '../store/alerts/alert-decisions.ts'
import { alertSettings, type WebhookDoc } from '../store/alerts/webhooks.ts'
import type { Db } from '../store/core/database.ts'
import type { Stored } from '../store/core/objects.ts'
import type { ResultRow } from '../store/core/tables.ts'
import { categories } from '../store/identity/codes.ts'
import { idOfRun, isAside } from '../store/results/runs.ts'
import { rowOf } from './decisions.ts'
import { isExcluded, MANUAL } from './result-events.ts'

/** Returns results excluded from alerts: of runs that stand aside, and of manual runs unless the project alerts on them. */
export const excludedFrom = async (db: Db, results: readonly ResultRow[]): Promise<ResultRow[]> => {
  const manual = results.filter(({ trigger }) => trigger === MANUAL)
  if (manual.length === 0) return results.filter(isAside)
  const { rows } = await sql<{ key: number }>`
    select key from project where key = any(${[...new Set(manual.map((result) => result.project_key))]}::int[])
      and (doc ->> 'alert_on_manual_runs')::boolean`.execute(db)
  const alerting = new Set(rows.map(({ key }) => key))
  return results.filter((result) => isExcluded(result, alerting.has(result.project_key)))
}

/** Stores decisions that explain why excluded results raised no alert. */
export const recordExcluded = async (
  db: Db,
  excluded: readonly ResultRow[],
  coveringOf: (result: ResultRow) => Stored<WebhookDoc>[],
  known: {
    states: ReadonlyMap<string, StoredAlert>
    now: number
  },
): Promise<void> => {
  const rows = excluded.flatMap((result) =>
    coveringOf(result)
      .filter(({ doc }) => doc.alerts.some((each) => each === categories.name(result.category)))
      .flatMap((webhook) => {
        const stored = known.states.get(`${webhook.key}:${result.target_key}`) ?? null
        const decision = manualDecision(stored, idOfRun(result), alertSettings(webhook.doc))
        return rowOf(decision, { webhookKey: webhook.key, category: result.category, now: known.now })
      }),
  )
  await storeDecisions(db, rows, known.now)
}
