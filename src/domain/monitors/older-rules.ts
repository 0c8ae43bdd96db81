import { type CallRules, OLDER_RULES } from '../../contract/monitors/call-rules.ts'
import type { CHANGED_RULES } from '../../contract/monitors/older-monitors.ts'
import { hangsOnNumericTexts, numericTextsOf, OLDER_NUMERIC_TEXTS } from '../conditions/comparison.ts'
import { type ConditionSet, describeCondition } from '../conditions/conditions.ts'
import { bracedIn } from '../core/placeholders.ts'
import type { ReadingMonitor, UsedVariable } from '../environments/used-variables.ts'

/** One of `CHANGED_RULES`. */
export type ChangedRule = (typeof CHANGED_RULES)[number]

/** A rule that a monitor has from before, and what would differ with the new one; empty where nothing hangs on it. */
export type OlderRule = { readonly rule: ChangedRule; readonly differences: string[] }

/** The parts of a stored monitor that changed rules are about. A browser test has no redirects of its own: the browser follows them. */
export type RuledMonitor = {
  readonly request: Partial<CallRules> & {
    readonly method: string
    readonly follow_redirects: boolean
  }
  readonly conditions: ConditionSet
  readonly isBrowserTest: boolean
}

/** Methods that redirects treat alike by both rules (RFC 9110, 15.4.2 and 15.4.3). */
const ALIKE: readonly string[] = ['GET', 'HEAD', 'POST']

const redirectsDiffer = ({ method, follow_redirects }: RuledMonitor['request']): string[] =>
  follow_redirects && !ALIKE.includes(method.toUpperCase())
    ? [`After 301 and 302 it would repeat ${method} with its body. It sends GET without one now.`]
    : []

/** The texts in which programs and templates have names such as `__init__`, so that only braces count. */
export type LooseTexts = Pick<ReadingMonitor, 'body' | 'form' | 'steps'>

const LOOSE_PLACE = /^(?:body$|form:|step:|assertion:)/

/** Names without a value in what is sent or typed, as an agent finds them. */
const unsetIn = ({ body, form = [], steps = [] }: LooseTexts, used: readonly UsedVariable[]): string[] => {
  const loose = [body ?? '', ...form.flatMap(({ key, value }) => [key, value]), ...steps.map(([, text]) => text)]
  const braced = new Set(loose.flatMap(bracedIn))
  return used
    .filter(({ source }) => source === 'unknown' || source === 'context')
    .filter(({ name, where }) =>
      where.some((place) => !place.startsWith('condition:') && (!LOOSE_PLACE.test(place) || braced.has(name))),
    )
    .map(({ name }) => name)
}

const unsetDiffers = (texts: LooseTexts, used: readonly UsedVariable[]): string[] => {
  const names = unsetIn(texts, used)
  if (names.length === 0) return []
  const [subject, pronoun] = names.length === 1 ? [`${names[0]} has`, 'it'] : [`${names.join(', ')} have`, 'them']
  return [`${subject} no value in its environment. A run that is not given ${pronoun} would fail before it is sent.`]
}

const textsDiffer = ({ conditions }: ConditionSet): string[] =>
  conditions
    .filter(hangsOnNumericTexts)
    .map((one) => `A text in JSON would be compared as a text: ${one.name || describeCondition(one)}.`)

/** The rules that a monitor has from before 0.6, in the order of `CHANGED_RULES`. `used` are the variables that it reads, some in `texts`. */
export const olderRulesOf = (monitor: RuledMonitor, texts: LooseTexts, used: readonly UsedVariable[]): OlderRule[] => {
  const { request, conditions, isBrowserTest } = monitor
  const found: OlderRule[] = []
  const isOlder = (rule: keyof CallRules) => (request[rule] ?? OLDER_RULES[rule]) === OLDER_RULES[rule]
  if (!isBrowserTest && isOlder('redirect_method'))
    found.push({ rule: 'redirect_method', differences: redirectsDiffer(request) })
  if (isOlder('unset_variables')) found.push({ rule: 'unset_variables', differences: unsetDiffers(texts, used) })
  if (numericTextsOf(conditions.meta, conditions.conditions) === OLDER_NUMERIC_TEXTS)
    found.push({ rule: 'numeric_texts', differences: textsDiffer(conditions) })
  return found
}
