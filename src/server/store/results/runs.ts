import { randomInt } from 'node:crypto'
import { parseResultId, resultId } from '../../../domain/results/result-id.ts'
import type { RunColumns } from '../core/tables.ts'

/** Sources beyond it are those of runs that stand aside. */
export const ASIDE = 2 ** 30

/** Returns a random negative source for a run without a schedule, so that two runs requested in the same millisecond differ. */
export const sourceOnDemand = ({ isAside }: { isAside: boolean }): number =>
  -(randomInt(1, ASIDE) + (isAside ? ASIDE : 0))

/**
 * Whether a run stands aside: an alert started it, or it was given variables of its own. Such runs neither raise nor end alerts. Two alerts
 * could start each other's monitors for ever; and a run with other variables, such as another address, says nothing about what is scheduled.
 */
export const isAside = ({ source }: Pick<RunColumns, 'source'>): boolean => source < -ASIDE

/** Encodes a run's key as its public id; decoding returns null for an invalid id. */
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

/** Orders runs as lists of results do: the latest due time first. */
export const newestRunFirst = (a: RunColumns, b: RunColumns): number =>
  b.due - a.due ||
  b.target_key - a.target_key ||
  b.location_key - a.location_key ||
  b.source - a.source ||
  b.attempt - a.attempt
