import { escapeFault } from '../core/escape-rules.ts'
import { hasPlaceholder } from '../core/placeholders.ts'
import { type Problem, type ProblemCode, problem } from '../core/problem.ts'
import { tagProblems } from '../core/tag-rules.ts'
import { type Engines, isUnreadable } from './engines.ts'
import { filterFault } from './filters.ts'
import {
  type Condition,
  codeRange,
  compareMeasures,
  isValueType,
  listItems,
  OPERATORS,
  type Operator,
  parseMeasure,
  parseNumber,
  type Source,
} from './operators.ts'
import { propertyOf } from './property.ts'
import { schemaFileOf } from './schema-file.ts'
import { sourceRule } from './sources.ts'
import { VALUE_TYPES } from './values.ts'

/** Every condition costs time on every result. No known monitor needs this many. */
const MAX_CONDITIONS = 200
/** Longest value but for a schema, in characters. */
const MAX_VALUE_LENGTH = 4096

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
  const { form } = OPERATORS[condition]
  if (form === 'type') return { words: `one of ${VALUE_TYPES.join(', ')}`, fits: isValueType }
  if (form === 'schema') return { words: 'a JSON schema', fits: (text) => text.trim() !== '' }
  if (form === 'pattern') return { words: 'a regular expression', fits: (text) => text !== '' }
  if (form === 'measure')
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
    // Checked when its variables have values.
    else if (hasPlaceholder(value)) return null
    else if (!fits(value)) report(field, 'invalid', `must be ${words}`)
    else return value
    return null
  }
  const from = check('val')
  const to = needs === 'two' ? check('val2') : null
  if (from === null || to === null) return
  const [low, high] = [parseMeasure(from), parseMeasure(to)]
  if (low.kind !== high.kind) report('val2', 'invalid', 'must be a number or a time, like the first value')
  else if (compareMeasures(from, to) > 0) report('val2', 'range', 'must not be less than the first value')
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
  else if (!listItems(val).every((entry) => entry !== '' && (hasPlaceholder(entry) || fits(entry))))
    report('val', 'invalid', `must be ${words}`)
}

const NO_CHAIN = 'must have value filters after |, such as |length or |round(2)'

/** Why a property without placeholders is not valid, as the rest of a sentence; null if it is. */
const propertyFault = (source: Source, text: string, engines: Engines | null): string | null => {
  const rule = sourceRule(source)
  const parsed =
    rule.filters === 'none' ? { path: text, filters: [] } : propertyOf(text, rule.filters === 'after a spaced bar')
  if (!parsed) return NO_CHAIN
  const fault = filterFault(parsed.filters, engines)
  if (fault) return fault
  if (parsed.path === '' && rule.property?.isOptional) return null
  if (!rule.property?.fits(parsed.path)) return `must be ${rule.property?.words}`
  const compiled = rule.engine && engines ? engines[rule.engine](parsed.path) : null
  return compiled && isUnreadable(compiled) ? compiled.says : null
}

const propertyProblems = ({ source, property }: Condition, engines: Engines | null, report: Report): void => {
  const { property: rule } = sourceRule(source)
  const text = property ?? ''
  if (rule === null || (text === '' && rule.isOptional)) return
  // One with placeholders is checked when its variables have values.
  const fault = hasPlaceholder(text) ? null : propertyFault(source, text, engines)
  if (text === '') report('property', 'required', `must be ${rule.words}`)
  else if (fault) report('property', rule.choices && fault.startsWith('must be one of') ? 'unknown' : 'invalid', fault)
}

const expressionProblems = ({ condition, val }: Condition, engines: Engines | null, report: Report): void => {
  const { engine }: Operator = OPERATORS[condition]
  if (!engine || !engines || !val || hasPlaceholder(val) || schemaFileOf({ condition, val }) !== null) return
  const compiled = engines[engine](val)
  if (isUnreadable(compiled)) report('val', 'invalid', compiled.says)
}

const VARIABLE_NAME = /^[A-Za-z][A-Za-z0-9_]*$/

const itemProblems = (item: Condition, { engines, isOfProject }: RuleOptions, report: Report): void => {
  const { words, needs, on, form }: Operator = OPERATORS[item.condition]
  propertyProblems(item, engines ?? null, report)
  if (on.includes(item.source)) {
    if (form !== 'schema' && (item.val ?? '').length > MAX_VALUE_LENGTH)
      report('val', 'length', `must have at most ${MAX_VALUE_LENGTH} characters`)
    else if (needs === 'list') listProblems(item, report)
    else if (needs !== 'nothing') valueProblems(item, report)
    expressionProblems(item, engines ?? null, report)
  } else
    report(
      'condition',
      'invalid',
      `must fit the source: a ${sourceRule(item.source).words} cannot be tested with "${words}"`,
    )
  for (const field of ['property', 'val', 'val2'] as const) {
    const fault = escapeFault(item[field])
    if (fault !== null) report(field, 'unknown', fault)
  }
  for (const field of ['on_true', 'on_false'] as const)
    if (item[field]?.outcome === 'slow' && item.source !== 'latency')
      report(`${field}.outcome`, 'forbidden', 'may be slow only for a latency')
  if (item.set_variable && !VARIABLE_NAME.test(item.set_variable.name))
    report('set_variable.name', 'invalid', 'must begin with a letter and have only letters, digits and underscores')
  for (const field of ['include_tags', 'exclude_tags'] as const) {
    const tags = item[field] ?? []
    if (tags.length > 0 && !isOfProject) report(field, 'forbidden', 'may be given only for conditions of a project')
    for (const { field: at, code, says = '' } of tagProblems(field, tags)) report(at, code, says.replace(/\.$/, ''))
  }
}

/**
 * Characters of expressions that are compiled in one check. Compiling takes up to a tenth of a millisecond per character, and the server
 * does nothing else meanwhile. Further expressions are checked roughly, and by the agent.
 */
const MAX_CHECKED = 4_000

/** JSON paths compile faster, but nested ones still take milliseconds each. */
const MAX_CHECKED_PATHS = 20_000

/** Whether texts that are compiled one after the other exceed `most` characters together. */
const budgetOf = (most: number): ((text: string) => boolean) => {
  let characters = 0
  return (text) => {
    characters += text.length
    return characters > most
  }
}

/** Engines that stop compiling after so many characters. */
const limited = (engines: Engines): Engines => {
  const isOver = budgetOf(MAX_CHECKED)
  const isOverPaths = budgetOf(MAX_CHECKED_PATHS)
  return {
    ...engines,
    path: (text) => (isOverPaths(text) ? { find: () => undefined } : engines.path(text)),
    xpath: (text) => (isOver(text) ? { find: () => ({ value: undefined }) } : engines.xpath(text)),
    pattern: (text) => (isOver(text) ? { find: () => undefined, findWithin: () => undefined } : engines.pattern(text)),
  }
}

/** Where conditions are checked. Without `engines`, expressions are checked only roughly. */
export type RuleOptions = { readonly engines?: Engines; readonly isOfProject?: boolean }

/** Rule violations of a set of conditions, each with its field, such as `conditions[2].val`. */
export const conditionProblems = (
  set: { readonly meta?: unknown; readonly conditions: readonly Condition[] },
  options: RuleOptions = {},
): Problem[] => {
  const problems: Problem[] = []
  const report: Report = (field, code, says) => problems.push(problem(field, code, `${says}.`))
  if (set.conditions.length > MAX_CONDITIONS)
    report('conditions', 'length', `must have at most ${MAX_CONDITIONS} items`)
  const { engines, ...rest } = options
  const checking = { ...rest, ...(engines && { engines: limited(engines) }) }
  const ids = new Set<string>()
  for (const [index, item] of set.conditions.entries()) {
    const at = `conditions[${index}]`
    itemProblems(item, checking, (field, code, message) => report(`${at}.${field}`, code, message))
    if (item.id === undefined) continue
    if (ids.has(item.id)) report(`${at}.id`, 'duplicate', 'must be unique among the conditions')
    ids.add(item.id)
  }
  return problems
}
