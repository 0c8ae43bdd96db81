import type { Shape } from '../../contract/core/endpoint.ts'
import type { category, exceptionType, reason } from '../../contract/results/results.ts'
import { BodyReader } from '../conditions/body-reader.ts'
import { type NumericTexts, numericTextsOf } from '../conditions/comparison.ts'
import {
  type ConditionOutcome,
  type ConditionSet,
  judgeCondition,
  needsEngines,
  type Outcome,
  SEVERITY,
  unjudged,
  type Verdict,
} from '../conditions/conditions.ts'
import type { Engines } from '../conditions/engines.ts'
import type { Condition } from '../conditions/operators.ts'
import { type SetVariable, SetVariables } from '../conditions/set-variables.ts'
import { GROUPS, sourceRule } from '../conditions/sources.ts'
import { type PageFindings, pageVerdicts } from './page-findings.ts'

export type Category = Shape<typeof category>
export type Reason = Shape<typeof reason>
/** Cause of a missing or unusable response. */
export type ExceptionType = Shape<typeof exceptionType>
export type Classification = {
  readonly category: Category
  readonly reason: Reason
  readonly verdicts: readonly Verdict[]
  /** Variables that conditions set; absent if there are none. */
  readonly set?: readonly SetVariable[]
}

/** Conditions of a project, as they are sent to agents. */
export type CommonConditions = {
  readonly break_on_fail: boolean
  readonly numeric_texts?: NumericTexts
  readonly conditions: readonly Condition[]
}

/** Input of a judgement besides its monitor's own conditions. */
export type ClassifyOptions = {
  /** Conditions of the project that apply to the monitor. */
  readonly project?: CommonConditions | undefined
  /** Evaluates expressions. Without it, conditions that have some are not evaluated, and say so. */
  readonly engines?: Engines | undefined
  /** Values of placeholders in conditions. */
  readonly variables?: Readonly<Record<string, string>> | undefined
  /** Is told each condition that engines evaluate, by its position, and answers with a note if it must not be evaluated. */
  readonly admit?: ((position: number) => string | null) | undefined
  /** Notes of conditions that must not be evaluated, by their positions. */
  readonly refused?: ReadonlyMap<number, string> | undefined
  /** Facts about the page of a browser test. */
  readonly page?: PageFindings | undefined
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

/**
 * The category before any condition. A problem of the agent is not a failure of the target. A status code that HTTP does not define counts as
 * one of the class 5xx, as RFC 9110, 15 asks of clients.
 */
const byDefault = ({ exceptionType, skippedFor, httpCode }: Outcome): Classification => {
  if (exceptionType === 'skipped') return skippedFor ? judgement('SKIPPED', skippedFor) : SKIPPED
  if (exceptionType === 'agent') return AGENT_TROUBLE
  if (exceptionType !== null || httpCode === null) return UNREACHED
  if (httpCode >= 200 && httpCode < 300) return PASSED
  if (httpCode >= 300 && httpCode < 400) return REDIRECTED
  if (httpCode >= 400 && httpCode < 500) return REFUSED
  return BROKEN
}

const severityOf = ({ category }: Judgement): number => ['PASS', 'SLOW', 'WARNING', 'FAIL'].indexOf(category)

/** Category and reason for an outcome in a group of conditions. A FAIL on a 404 has the reason of a 500, to match its category. */
const judgementOf = (group: Verdict['group'], outcome: ConditionOutcome, httpCode: number | null): Judgement => {
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

type Asked = {
  condition: Condition
  index: number
  position: number
  scope: Pick<Verdict, 'scope'>
  numericTexts: NumericTexts
}

const OF_PROJECT = { scope: 'project' } as const

/** All conditions of a run with their positions: those of the project first. */
const askedOf = (set: ConditionSet, project: ClassifyOptions['project']): Asked[] => {
  const common = project?.conditions ?? []
  const numericTexts = numericTextsOf(set.meta, set.conditions)
  const ofProject = { scope: OF_PROJECT, numericTexts: numericTextsOf(project ?? {}, common) }
  return [
    ...common.map((condition, index) => ({ condition, index, position: index, ...ofProject })),
    ...set.conditions.map((condition, index) => ({
      condition,
      index,
      position: common.length + index,
      scope: {},
      numericTexts,
    })),
  ].filter(({ condition }) => condition.enabled !== false)
}

/**
 * Judges a run by its response, see `judgeResponse`; of a browser test, its page can make the category worse. Assertions, the step that
 * failed and resources are not looked at without a response.
 */
export const classify = (outcome: Outcome, set: ConditionSet, options: ClassifyOptions = {}): Classification => {
  const judged = judgeResponse(outcome, set, options)
  if (!options.page || outcome.exceptionType !== null || outcome.httpCode === null) return judged
  const verdicts = pageVerdicts(options.page, outcome)
  let worst: Judgement = judged
  for (const { group, outcome: one } of verdicts)
    if (SEVERITY[one] > severityOf(worst)) worst = judgementOf(group, one, outcome.httpCode)
  return { ...judged, category: worst.category, reason: worst.reason, verdicts: [...judged.verdicts, ...verdicts] }
}

/**
 * Judges a response. The status code sets the category, and the worst explicit outcome of the conditions on the status code replaces
 * it. Later outcomes (size, headers, body, timing) can only make it worse. In each group the conditions of the project come first. The
 * first condition that leads to the final category gives the reason. With `break_on_fail` of the monitor or the project, no condition is
 * checked after the run has failed. Without a response, none is checked.
 */
const judgeResponse = (outcome: Outcome, set: ConditionSet, options: ClassifyOptions): Classification => {
  const start = byDefault(outcome)
  const hasResponse = outcome.exceptionType === null && outcome.httpCode !== null
  const asked = askedOf(set, options.project)
  if (asked.length === 0 || !hasResponse) return start

  const breaks = set.meta.break_on_fail || options.project?.break_on_fail
  const variables = new SetVariables(options.variables ?? {})
  const bench = { engines: options.engines ?? null, variables: variables.all, body: new BodyReader(outcome) }
  const judged = ({ condition, index, position, numericTexts }: Asked) => {
    const barred =
      options.refused?.get(position) ?? (needsEngines(condition) ? (options.admit?.(position) ?? null) : null)
    return barred === null
      ? judgeCondition(condition, index, outcome, { ...bench, numericTexts })
      : unjudged(condition, index, barred)
  }
  const verdicts: Verdict[] = []
  let current: Judgement = start
  for (const group of GROUPS) {
    let worst = SEVERITY.none as number
    for (const one of asked) {
      if (sourceRule(one.condition.source).group !== group) continue
      const { verdict, value } = judged(one)
      verdicts.push({ ...verdict, ...one.scope })
      variables.take(one.condition, value)
      const severity = SEVERITY[verdict.outcome]
      const decides = group === 'status' ? severity > worst : severity > severityOf(current)
      if (decides) current = judgementOf(group, verdict.outcome, outcome.httpCode)
      worst = Math.max(worst, severity)
      if (verdict.outcome === 'fail' && breaks) break
    }
    if (current.category === 'FAIL' && breaks) break
  }
  const made = variables.made()
  return { category: current.category, reason: current.reason, verdicts, ...(made.length > 0 && { set: made }) }
}
