import type { ProductContract } from '../../../contract/contract.ts'
import type { AnswerOf } from '../../../contract/core/endpoint.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import type { Db } from '../../store/core/database.ts'
import type { RunColumns } from '../../store/core/tables.ts'
import { categories } from '../../store/identity/codes.ts'
import type { ResultStore } from '../../store/results/result-store.ts'
import { idOfRun } from '../../store/results/runs.ts'
import { queuedAttempt } from '../../store/runs/queued-runs.ts'

type Attempt = NonNullable<AnswerOf<ProductContract['result.read']>['attempts']>[number]

/** Returns the attempts of a scheduled run, including a queued one; null for a run on demand. */
export const attemptsOf = async (
  results: Pick<ResultStore, 'attempts'>,
  db: Db,
  run: RunColumns,
): Promise<Attempt[] | null> => {
  if (run.source < 0) return null
  const made = await results.attempts(db, run)
  const queued = await queuedAttempt(db, run)
  return [
    ...made.map((one) => ({
      id: idOfRun(one),
      attempt: one.attempt,
      result_category: categories.name(one.category),
      created: formatTime(one.started),
    })),
    ...(queued
      ? [
          {
            id: idOfRun(queued),
            attempt: queued.attempt,
            result_category: 'QUEUED' as const,
            created: formatTime(queued.start),
          },
        ]
      : []),
  ]
}

/** Returns the id of the run's first attempt; null for the first itself. */
export const firstOf = (run: RunColumns): string | null => (run.attempt > 0 ? idOfRun({ ...run, attempt: 0 }) : null)
