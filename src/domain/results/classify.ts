import type { Shape } from '../../contract/core/endpoint.ts'
import type { category, reason } from '../../contract/results/results.ts'
import {
  type ConditionOutcome,
  type ConditionSet,
  judge,
  type Outcome,
  SOURCES,
  type Verdict,
} from '../conditions/conditions.ts'

export type Category = Shape<typeof category>
export type Reason = Shape<typeof reason>
export type Classification = {
  readonly category: Category
  readonly reason: Reason
  readonly verdicts: readonly Verdict[]
}

type Judgement = { readonly category: Category; readonly reason: Reason }

const judgement = (category: Category, reason: Reason): Classification => ({ category, reason, verdicts: [] })
const PASSED = judgement('PASS', 'COMPLETE')
const REDIRECTED = judgement('WARNING', 'HTTP_REDIRECT_ERROR')
const REFUSED = judgement('WARNING', 'HTTP_CLIENT_ERROR')
const BROKEN = judgement('FAIL', 'HTTP_SERVER_ERROR')
const UNREACHED = judgement('FAIL', 'CONNECTION_ERROR')
const AGENT_TROUBLE = judgement('WARNING', 'CONNECTION_WARNING')
const SKIPPED = judgement('SKIPPED', 'TOKEN_EXPIRED')

/** The category before any condition. A problem of the agent is not a failure of the target. */
const byDefault = ({ exceptionType, httpCode }: Outcome): Classification => {
  if (exceptionType === 'skipped') return SKIPPED
  if (exceptionType === 'agent') return AGENT_TROUBLE
  if (exceptionType !== null || httpCode === null) return UNREACHED
  if (httpCode >= 200 && httpCode < 300) return PASSED
  if (httpCode >= 300 && httpCode < 400) return REDIRECTED
  if (httpCode >= 400 && httpCode < 500) return REFUSED
  return httpCode >= 500 && httpCode < 600 ? BROKEN : UNREACHED
}

const SEVERITY = { none: -1, pass: 0, slow: 1, warning: 2, fail: 3 } as const satisfies Record<ConditionOutcome, number>
const severityOf = ({ category }: Judgement): number => ['PASS', 'SLOW', 'WARNING', 'FAIL'].indexOf(category)

/** Category and reason for an outcome in a group of conditions. A FAIL on a 404 has the reason of a 500, to match its category. */
const judged = (group: Verdict['group'], outcome: ConditionOutcome, httpCode: number | null): Judgement => {
  if (outcome === 'slow') return { category: 'SLOW', reason: 'SLOW_COMPLETE' }
  if (outcome === 'warning') {
    if (group === 'timing') return { category: 'WARNING', reason: 'SLA_WARNING' }
    if (group === 'status') return httpCode !== null && httpCode >= 300 && httpCode < 400 ? REDIRECTED : REFUSED
    return { category: 'WARNING', reason: 'CONTENT_WARNING' }
  }
  if (outcome === 'fail') {
    if (group === 'timing') return { category: 'FAIL', reason: 'SLA_ERROR' }
    if (group === 'status') return BROKEN
    return { category: 'FAIL', reason: group === 'header' ? 'HEADER_ERROR' : 'CONTENT_ERROR' }
  }
  return PASSED
}

const GROUPS = Object.values(SOURCES).map(({ group }) => group)

/**
 * Judges a run. The status code sets the category, and the worst explicit outcome of the conditions on the status code replaces
 * it. Later outcomes (size, headers, body, timing) can only make it worse. The first condition that leads to the final category
 * gives the reason. With `break_on_fail`, no condition is checked after the run has failed. Without a response, none is checked.
 */
export const classify = (outcome: Outcome, set: ConditionSet): Classification => {
  const start = byDefault(outcome)
  const hasResponse = outcome.exceptionType === null && outcome.httpCode !== null
  if (set.conditions.length === 0 || !hasResponse) return start

  const verdicts: Verdict[] = []
  let current: Judgement = start
  for (const group of GROUPS) {
    let worst = SEVERITY.none as number
    for (const [index, condition] of set.conditions.entries()) {
      if (condition.enabled === false || SOURCES[condition.source].group !== group) continue
      const verdict = judge(condition, index, outcome)
      verdicts.push(verdict)
      const severity = SEVERITY[verdict.outcome]
      const decides = group === 'status' ? severity > worst : severity > severityOf(current)
      if (decides) current = judged(group, verdict.outcome, outcome.httpCode)
      worst = Math.max(worst, severity)
      if (verdict.outcome === 'fail' && set.meta.break_on_fail) break
    }
    if (current.category === 'FAIL' && set.meta.break_on_fail) break
  }
  return { category: current.category, reason: current.reason, verdicts }
}
