import type { ProductContract } from '../../../contract/contract.ts'
import type { QueryOf } from '../../../contract/core/endpoint.ts'
import { CATEGORIES } from '../../../contract/results/results.ts'
import type { Problem } from '../../../domain/core/problem.ts'
import { parseTime } from '../../../domain/core/wire-time.ts'
import { invalid, type Refusal } from '../../refusal.ts'
import type { Location } from '../../store/agents/locations.ts'
import { categories, triggers } from '../../store/identity/codes.ts'
import type { ResultFilter } from '../../store/results/result-store.ts'
import { runOfId } from '../../store/results/runs.ts'

type Query = QueryOf<ProductContract['result.list']>

const PAGE = 100
/** Category names that other clients use. */
const SYNONYMS: Readonly<Record<string, string>> = { WARN: 'WARNING', ERROR: 'FAIL', TIMEOUT: 'FAIL' }

/** Reads the filters of a list of results; a refusal names the wrong ones. */
export const resultFilter = (
  query: Query,
  projectKey: number,
  targetKey: number | undefined,
  location: Location | null,
): ResultFilter | Refusal => {
  const problems: Problem[] = []
  const instant = (field: 'from' | 'time'): number | undefined => {
    const text = query[field]
    if (text === undefined) return undefined
    const ms = parseTime(text)
    if (ms === null)
      problems.push({ field, code: 'invalid', message: `${field} must be a time such as 2026-01-05T10:00:00Z.` })
    return ms ?? undefined
  }
  const from = instant('from')
  const to = instant('time')
  if (query.cursor !== undefined && !runOfId(query.cursor))
    problems.push({ field: 'cursor', code: 'invalid', message: 'cursor must be the next_cursor of an earlier answer.' })
  if (problems.length > 0) return invalid(problems)
  const wanted = query.result_category && (SYNONYMS[query.result_category] ?? query.result_category)
  const code = CATEGORIES.find((name) => name === wanted)
  return {
    projectKey,
    limit: query.limit ?? PAGE,
    ...(targetKey !== undefined && { targetKey }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(query.cursor !== undefined && { after: query.cursor }),
    ...(location && { locationKey: location.key }),
    ...(query.trigger && { trigger: triggers.code(query.trigger) }),
    ...(code && code !== 'QUEUED' && { categories: [categories.code(code)] }),
  }
}
