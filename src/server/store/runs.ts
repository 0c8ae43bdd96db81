import { parseResultId, resultId } from '../../domain/result-id.ts'
import type { RunColumns } from './tables.ts'

/** The wire's id of a run, from what names it in the store; and back, null for an id that is none of ours. */
export const idOfRun = (run: RunColumns): string =>
  resultId({
    target: run.target_key,
    location: run.location_key,
    source: run.source,
    dueMs: run.due,
    attempt: run.attempt,
  })

export const runOfId = (id: string): RunColumns | null => {
  const key = parseResultId(id)
  return (
    key && {
      target_key: key.target,
      location_key: key.location,
      source: key.source,
      due: key.dueMs,
      attempt: key.attempt,
    }
  )
}
