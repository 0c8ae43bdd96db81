import { isHeaderName } from '../core/header-rules.ts'
import { type Problem, type ProblemCode, problem } from '../core/problem.ts'
import { isLatencyMetric, LATENCY_METRICS } from '../statistics/latency-metrics.ts'
import type { ConditionSet } from './conditions.ts'
import { SOURCES } from './conditions.ts'
import {
  type Condition,
  codeRange,
  listItems,
  OPERATORS,
  type Operator,
  parseMeasure,
  parseNumber,
} from './operators.ts'

/** Every condition costs time on every result. No known monitor needs this many. */
const MAX_CONDITIONS = 200

type Report = (field: string, code: ProblemCode, message: string) => void

const isCode = (text: string) => /^\d{3}$/.test(text.trim()) && Number(text) >= 100
const isCodeItem = (item: string) => {
  const range = codeRange(item)
  return range !== null && range[0] >= 100 && range[0] <= range[1]
}

/** Description and check of a single value for a condition's source. */
const formOf = ({ source, condition }: Condition): { words: string; fits: (text: string) => boolean } => {
  if (source === 'http_code') return { words: 'a status code from 100 to 999', fits: isCode }
  if (source === 'size') return { words: 'a number of bytes, 0 or more', fits: (text) => parseNumber(text) >= 0 }
  if (source === 'latency')
    return { words: 'a number of milliseconds, 0 or more', fits: (text) => parseNumber(text) >= 0 }
  if (OPERATORS[condition].form === 'measure')
    return {
      words: 'a number or a time such as 2026-01-31T12:00:00Z',
      fits: (text) => !Number.isNaN(parseMeasure(text).value),
    }
  // Every text contains and starts with the empty text, so such a condition would always be true.
  if (condition !== 'eq' && condition !== 'ne') return { words: 'a text', fits: (text) => text !== '' }
  return { words: 'a text', fits: () => true }
}

const valueProblems = (item: Condition, report: Report): void => {
  const { needs }: Operator = OPERATORS[item.condition]
  const { words, fits } = formOf(item)
  const check = (field: 'val' | 'val2') => {
    const value = item[field] ?? null
    if (value === null) report(field, 'required', `must be given: ${words}`)
    else if (!fits(value)) report(field, 'invalid', `must be ${words}`)
    else return value
    return null
  }
  const from = check('val')
  const to = needs === 'two' ? check('val2') : null
  if (from === null || to === null) return
  const [low, high] = [parseMeasure(from), parseMeasure(to)]
  if (low.kind !== high.kind) report('val2', 'invalid', 'must be a number or a time, like the first value')
  else if (low.value > high.value) report('val2', 'range', 'must not be less than the first value')
}

const listProblems = (item: Condition, report: Report): void => {
  const isCodes = item.source === 'http_code'
  const { words, fits } = isCodes
    ? {
        words: 'a comma-separated list of status codes, ranges such as 200-299 or classes such as 2xx',
        fits: isCodeItem,
      }
    : { words: `a comma-separated list of values, each ${formOf(item).words}`, fits: formOf(item).fits }
  const val = item.val ?? ''
  if (val.trim() === '') report('val', 'required', `must be ${words}`)
  else if (!listItems(val).every((entry) => entry !== '' && fits(entry))) report('val', 'invalid', `must be ${words}`)
}

const propertyProblems = ({ source, property }: Condition, report: Report): void => {
  const name = property ?? ''
  if (SOURCES[source].property === 'header name') {
    if (name === '') report('property', 'required', 'must be a header name')
    else if (!isHeaderName(name)) report('property', 'invalid', 'must be a header name, without spaces or separators')
  } else if (SOURCES[source].property === 'latency' && name !== '' && !isLatencyMetric(name))
    report('property', 'unknown', `must be one of ${Object.keys(LATENCY_METRICS).join(', ')}`)
}

const itemProblems = (item: Condition, report: Report): void => {
  const { words, needs, on }: Operator = OPERATORS[item.condition]
  propertyProblems(item, report)
  if (on.includes(item.source)) {
    if (needs === 'list') listProblems(item, report)
    else if (needs !== 'nothing') valueProblems(item, report)
  } else
    report(
      'condition',
      'invalid',
      `must fit the source: a ${SOURCES[item.source].words} cannot be tested with "${words}"`,
    )
  for (const field of ['on_true', 'on_false'] as const)
    if (item[field]?.outcome === 'slow' && item.source !== 'latency')
      report(`${field}.outcome`, 'forbidden', 'may be slow only for a latency')
}

/** Rule violations of a set of conditions, each with its field, such as `conditions[2].val`. */
export const conditionProblems = (set: ConditionSet): Problem[] => {
  const problems: Problem[] = []
  const report: Report = (field, code, says) => problems.push(problem(field, code, `${says}.`))
  if (set.conditions.length > MAX_CONDITIONS)
    report('conditions', 'length', `must have at most ${MAX_CONDITIONS} items`)
  const ids = new Set<string>()
  for (const [index, item] of set.conditions.entries()) {
    const at = `conditions[${index}]`
    itemProblems(item, (field, code, message) => report(`${at}.${field}`, code, message))
    if (item.id === undefined) continue
    if (ids.has(item.id)) report(`${at}.id`, 'duplicate', 'must be unique among the conditions')
    ids.add(item.id)
  }
  return problems
}
