import type { ConditionOutcome } from '../../domain/conditions/conditions.ts'
import { subjectOf } from '../../domain/conditions/conditions.ts'
import { type Condition, OPERATORS, type Operator } from '../../domain/conditions/operators.ts'
import { sourceRule } from '../../domain/conditions/sources.ts'
import { OUTCOME_WORDS, outcomeShown } from './condition-form.ts'

/** A piece of a condition's sentence; `code` is what somebody typed. */
export type Piece = { readonly text: string; readonly code?: true }

const MAX_SHOWN = 80
const short = (text: string): string => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text)

const code = (text: string | null | undefined): Piece[] =>
  text === null || text === undefined || text === '' ? [{ text: '…' }] : [{ text: short(text), code: true }]

const subject = (condition: Condition): Piece[] => {
  const { words, property: rule, filters } = sourceRule(condition.source)
  const property = condition.property ?? ''
  if (rule === null || (property === '' && rule.isOptional)) return [{ text: subjectOf(condition) }]
  if (rule.choices) {
    const chain = filters === 'none' ? '' : property.slice(property.split('|', 1)[0]?.length)
    return [{ text: subjectOf(condition) }, ...(chain === '' ? [] : code(chain))]
  }
  return [{ text: words }, ...code(property)]
}

const expected = ({ needs, form }: Operator, { val, val2, source }: Condition): Piece[] => {
  if (needs === 'nothing' || form === 'schema') return []
  const unit = sourceRule(source).unit
  const units = unit === 'ms' || unit === 'bytes' ? [{ text: unit }] : []
  return [...code(val), ...(needs === 'two' ? [{ text: 'and' }, ...code(val2)] : []), ...units]
}

/** The question of a condition: `header content-type contains json`. */
export const questionPieces = (condition: Condition): readonly Piece[] => {
  const operator: Operator = OPERATORS[condition.condition]
  return [...subject(condition), { text: operator.words }, ...expected(operator, condition)]
}

const consequence = (condition: Condition, isTrue: boolean): string | null => {
  const outcome = outcomeShown(condition, isTrue)
  const message = (isTrue ? condition.on_true : condition.on_false)?.message
  if (outcome === 'none') return null
  return `if ${isTrue ? 'so' : 'not'}, the run ${OUTCOME_WORDS[outcome]}${message ? ` (“${short(message)}”)` : ''}`
}

/** The consequences of a condition: `if not, the run fails`. */
export const consequenceWords = (condition: Condition): string => {
  const both = [consequence(condition, true), consequence(condition, false)].filter((words) => words !== null)
  const variable = condition.set_variable && `stored as ${condition.set_variable.name}`
  return [...(both.length === 0 && !variable ? ['changes nothing'] : both), ...(variable ? [variable] : [])].join('; ')
}

/** A condition as plain text, for names of controls. */
export const sentenceOf = (condition: Condition): string =>
  condition.name ||
  questionPieces(condition)
    .map(({ text }) => text)
    .join(' ')

/** The effect of an outcome on a run: `the run fails`. */
export const effectWords = (outcome: ConditionOutcome): string =>
  outcome === 'none' ? 'changes nothing' : `the run ${OUTCOME_WORDS[outcome]}`
