import { formatTime } from '../../domain/core/wire-time.ts'
import type { AlertTarget } from '../alerts/targets.ts'
import { allLocations } from '../store/agents/locations.ts'
import type { Db } from '../store/core/database.ts'
import type { EventBatch } from '../store/core/events.ts'
import type { ResultRow } from '../store/core/tables.ts'
import { categories, reasons, triggers } from '../store/identity/codes.ts'
import { idOfRun } from '../store/results/runs.ts'

/** Writes on the sheet that these results are there. Figures alone: what a call said is never told. */
export const writeResultEvents = async (
  db: Db,
  events: EventBatch,
  added: readonly ResultRow[],
  targets: ReadonlyMap<number, AlertTarget>,
): Promise<void> => {
  if (added.length === 0) return
  const locations = new Map((await allLocations(db)).map(({ key, id }) => [key, id]))
  for (const result of added) {
    const target = targets.get(result.target_key)
    if (!target) continue
    if (target.kind === 'workflow') {
      events.tell(target.project_key, {
        type: 'workflow_result',
        id: idOfRun(result),
        workflow_id: target.id,
        location_id: locations.get(result.location_key) ?? '',
        result_category: categories.name(result.category),
        response_time: result.total,
        time: formatTime(result.started),
      })
      continue
    }
    events.tell(target.project_key, {
      type: 'result',
      id: idOfRun(result),
      call_id: target.id,
      location_id: locations.get(result.location_key) ?? '',
      result_category: categories.name(result.category),
      result: reasons.name(result.reason),
      http_code: result.http_code,
      response_time: result.total,
      time: formatTime(result.started),
      trigger: triggers.name(result.trigger),
    })
  }
}
