import type { ProjectContext } from '../../http/context.ts'
import { notFound, Refusal } from '../../refusal.ts'
import { keptOf } from '../../store/core/retention.ts'
import type { ListedResult } from '../../store/results/result-search.ts'
import type { ResultStore } from '../../store/results/result-store.ts'
import { runOfId } from '../../store/results/runs.ts'

/**
 * Reads a result that the project still keeps, or with `detail` one whose detail it keeps; a refusal says for how long they are kept.
 */
export const readKept = async (
  results: Pick<ResultStore, 'read'>,
  { db, project, now }: Pick<ProjectContext, 'db' | 'project' | 'now'>,
  id: string,
  { detail = false } = {},
): Promise<ListedResult | Refusal> => {
  const run = runOfId(id)
  if (!run) return notFound('result')
  const { resultsSince, bodiesSince, resultDays, bodyDays } = await keptOf(db, project.key, now)
  if (run.due < resultsSince) return gone('result', 'Results', resultDays)
  const row = await results.read(db, project.key, id)
  if (!row) return notFound('result')
  return detail && run.due < bodiesSince ? gone('body of this result', 'Bodies', bodyDays) : row
}

const gone = (kind: string, many: string, days: number): Refusal =>
  new Refusal(
    404,
    'not_found',
    `There is no such ${kind} in this project. ${many} are kept for ${days} ${days === 1 ? 'day' : 'days'}.`,
  )
