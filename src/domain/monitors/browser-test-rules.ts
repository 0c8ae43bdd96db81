import type { Shape } from '../../contract/core/endpoint.ts'
import {
  type assertion as assertionShape,
  BROWSER_TIMEOUT_MS,
  type browserDraft,
  MAX_ASSERTIONS,
  VIEWPORT,
} from '../../contract/monitors/browser-setup.ts'
import { MAX_STEPS } from '../../contract/results/browser-detail.ts'
import { escapeProblems } from '../core/escape-rules.ts'
import { isHeaderValue } from '../core/header-rules.ts'
import { hasPlaceholder, isUrlWithVariables } from '../core/placeholders.ts'
import { type Problem, problem } from '../core/problem.ts'
import { tagProblems } from '../core/tag-rules.ts'
import { hasUserInfo } from '../core/web-address.ts'
import { allowedOriginProblems } from '../secrets/secret-origins.ts'
import { ASSERTION_FACTS } from './browser-assertions.ts'
import { factsOfStep, type Locator, type Step } from './browser-steps.ts'
import { variableProblems } from './monitor-rules.ts'
import { isPaste } from './pressed-keys.ts'
import { selectorProblems } from './selector-rules.ts'

/** A browser test to create, or the fields of one to change. */
export type BrowserTestDraft = Partial<Shape<typeof browserDraft>> & {
  readonly name?: string
  readonly tags?: readonly string[]
}

const isWithin = (value: number, { least, most }: { least: number; most: number }): boolean =>
  Number.isInteger(value) && value >= least && value <= most

const urlProblems = (url: string, field: string): Problem[] => {
  if (url.trim() === '') return [problem(field, 'required', 'must be the URL of the page.')]
  if (hasUserInfo(url))
    return [problem(field, 'forbidden', 'must not contain a user name or password: sign in by steps instead.')]
  if (isUrlWithVariables(url)) return []
  return [
    problem(
      field,
      'invalid',
      'must be a valid URL that starts with http:// or https://, or with a variable such as %%HOST%%.',
    ),
  ]
}

const locatorProblems = (locator: Locator | undefined, field: string): Problem[] => {
  const { role, name, label, text, test_id } = locator ?? {}
  if (![role, label, text, test_id].some((each) => each !== undefined && each.trim() !== ''))
    return [problem(field, 'required', 'must name an element by its role, label, text or test id.')]
  if (name && !role) return [problem(`${field}.role`, 'required', 'must be given with a name, such as button.')]
  if (role && !/^[a-z]+$/.test(role))
    return [problem(`${field}.role`, 'invalid', 'must be an ARIA role in lower case, such as button or link.')]
  return []
}

const stepProblems = (step: Step, at: string): Problem[] => {
  const facts = factsOfStep(step)
  const problems: Problem[] = []
  const { url = '', locator, value, key = '' } = step
  if (facts.url === 'needed') {
    if (url.trim() === '') problems.push(problem(`${at}.url`, 'required', 'must be a URL, or a path such as /login.'))
    else if (!/^\/(?!\/)/.test(url)) problems.push(...urlProblems(url, `${at}.url`))
  }
  if (facts.locator === 'needed' || (facts.locator === 'optional' && locator !== undefined))
    problems.push(...locatorProblems(locator, `${at}.locator`))
  if (facts.value === 'needed' && value === undefined)
    problems.push(problem(`${at}.value`, 'required', 'must be given: the text, which may be a variable.'))
  if (step.kind === 'expect' && facts.value === 'needed' && value === '')
    problems.push(problem(`${at}.value`, 'required', 'must not be empty: every text contains the empty text.'))
  if (facts.key === 'needed' && !/^(?:(?:Control|Shift|Alt|Meta)\+)*\S+$/.test(key))
    problems.push(
      problem(`${at}.key`, key === '' ? 'required' : 'invalid', 'must be a key such as Enter or Control+a.'),
    )
  else if (isPaste(key))
    problems.push(
      problem(
        `${at}.key`,
        'forbidden',
        'must not paste, because all tests of an agent share the clipboard: fill in the text.',
      ),
    )
  return problems
}

const assertionProblems = (one: Shape<typeof assertionShape>, at: string): Problem[] => {
  const { isNumber } = ASSERTION_FACTS[one.kind]
  const text = String(one.value).trim()
  if (text === '') return [problem(`${at}.value`, 'required', 'must not be empty.')]
  const problems: Problem[] = []
  if (isNumber && !hasPlaceholder(text) && !(Number(text) > 0))
    problems.push(problem(`${at}.value`, 'invalid', 'must be a number greater than 0.'))
  if (one.kind === 'selector_visible') problems.push(...selectorProblems(text, `${at}.value`))
  if (one.outcome === 'slow' && one.kind !== 'vital_below')
    problems.push(problem(`${at}.outcome`, 'forbidden', 'may be slow only for a web vital.'))
  return problems
}

/** Field errors of a browser test; `prefix` stands before each field. Absent fields are not checked. */
export const browserTestProblems = (draft: BrowserTestDraft, prefix = ''): Problem[] => {
  const at = (field: string) => `${prefix}${field}`
  const problems: Problem[] = []
  const { name, tags, url, browser_types: browsers, viewport, user_agent: agent, timeout_ms: timeout } = draft
  if (name?.trim() === '') problems.push(problem(at('name'), 'required', 'must not be empty.'))
  if (tags) problems.push(...tagProblems(at('tags'), tags))
  if (url !== undefined) problems.push(...urlProblems(url, at('url')))
  if (browsers?.length === 0) problems.push(problem(at('browser_types'), 'required', 'must name a browser: chromium.'))
  for (const [index, browser] of (browsers ?? []).entries())
    if (browser !== 'chromium')
      problems.push(
        problem(at(`browser_types[${index}]`), 'forbidden', `must be chromium: no agent can run ${browser} yet.`),
      )
  for (const side of ['width', 'height'] as const) {
    const { least, most } = VIEWPORT[side]
    if (viewport && !isWithin(viewport[side], VIEWPORT[side]))
      problems.push(
        problem(at(`viewport.${side}`), 'range', `must be a whole number of pixels from ${least} to ${most}.`),
      )
  }
  if (agent != null && !isHeaderValue(agent))
    problems.push(problem(at('user_agent'), 'invalid', 'must not contain a line break or NUL.'))
  if (timeout !== undefined && !isWithin(timeout, BROWSER_TIMEOUT_MS))
    problems.push(
      problem(
        at('timeout_ms'),
        'range',
        `must be a whole number of milliseconds from ${BROWSER_TIMEOUT_MS.least} to ${BROWSER_TIMEOUT_MS.most}.`,
      ),
    )
  const { assertions = [], steps = [], variables, allowed_origins: origins } = draft
  if (assertions.length > MAX_ASSERTIONS)
    problems.push(problem(at('assertions'), 'length', `must have at most ${MAX_ASSERTIONS} items.`))
  if (steps.length > MAX_STEPS) problems.push(problem(at('steps'), 'length', `must have at most ${MAX_STEPS} items.`))
  for (const [index, one] of assertions.entries()) problems.push(...assertionProblems(one, at(`assertions[${index}]`)))
  for (const [index, step] of steps.entries()) problems.push(...stepProblems(step, at(`steps[${index}]`)))
  problems.push(
    ...escapeProblems([
      [at('url'), url],
      ...steps.flatMap((step, index): [string, string | undefined][] => [
        [at(`steps[${index}].url`), step.url],
        [at(`steps[${index}].value`), step.value],
      ]),
      ...assertions.map(({ value }, index): [string, string] => [at(`assertions[${index}].value`), String(value)]),
    ]),
  )
  if (variables) problems.push(...variableProblems(variables, at('variables')))
  if (origins) problems.push(...allowedOriginProblems(origins, at('allowed_origins')))
  return problems
}
