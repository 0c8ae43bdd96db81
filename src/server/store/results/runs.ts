import { randomInt } from 'node:crypto'
import { parseResultId, resultId } from '../../../domain/results/result-id.ts'
import type { RunColumns } from '../core/tables.ts'

const BY_ALERT = 2 ** 30

/** The source of a run without a schedule: below zero, and random, so that two that are asked for in one millisecond are two. */
export const sourceOnDemand = ({ byAlert }: { byAlert: boolean }): number =>
  -(randomInt(1, BY_ALERT) + (byAlert ? BY_ALERT : 0))

/** Whether an alert started a run: it raises none itself, or two alerts could start each other's monitors for ever. */
export const isStartedByAlert = ({ source }: Pick<RunColumns, 'source'>): boolean => source < -BY_ALERT

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
