import type { Shape } from '../../contract/core/endpoint.ts'
import type { EXPECTATIONS, locator, step } from '../../contract/monitors/browser-setup.ts'
import type { STEP_KINDS } from '../../contract/results/browser-detail.ts'

export type Step = Shape<typeof step>
export type Locator = Shape<typeof locator>
export type StepKind = (typeof STEP_KINDS)[number]
export type Expectation = (typeof EXPECTATIONS)[number]

/** Whether a field is needed by a step, may be given, or is left out. */
type Use = 'needed' | 'optional' | 'none'
type StepFacts = {
  readonly words: string
  readonly url: Use
  readonly locator: Use
  readonly value: Use
  readonly key: Use
}

const NOTHING = { url: 'none', locator: 'none', value: 'none', key: 'none' } as const

/** Steps and the fields that each of them has; those of `expect` depend on its expectation. */
export const STEP_FACTS = {
  go: { ...NOTHING, words: 'open', url: 'needed' },
  click: { ...NOTHING, words: 'click', locator: 'needed' },
  fill: { ...NOTHING, words: 'fill in', locator: 'needed', value: 'needed' },
  press: { ...NOTHING, words: 'press', key: 'needed', locator: 'optional' },
  expect: { ...NOTHING, words: 'expect' },
  screenshot: { ...NOTHING, words: 'take a screenshot' },
} as const satisfies Record<StepKind, StepFacts>

/** Expectations and the fields that each of them has. */
export const EXPECTATION_FACTS = {
  visible: { words: 'is visible', locator: 'needed', value: 'none' },
  hidden: { words: 'is hidden', locator: 'needed', value: 'none' },
  text: { words: 'has the text', locator: 'needed', value: 'needed' },
  value: { words: 'has the value', locator: 'needed', value: 'needed' },
  url: { words: 'the address contains', locator: 'none', value: 'needed' },
  title: { words: 'the title contains', locator: 'none', value: 'needed' },
} as const satisfies Record<Expectation, { words: string; locator: Use; value: Use }>

/** The fields of a step. */
export const factsOfStep = ({ kind, expected = 'visible' }: Pick<Step, 'kind' | 'expected'>): StepFacts =>
  kind === 'expect' ? { ...STEP_FACTS.expect, ...EXPECTATION_FACTS[expected], words: 'expect' } : STEP_FACTS[kind]

/** A locator in words: `button “Sign in”`. */
export const locatorWords = ({ role, name, label, text, test_id }: Locator): string =>
  [
    role && (name ? `${role} “${name}”` : role),
    label && `field “${label}”`,
    text && `text “${text}”`,
    test_id && `test id “${test_id}”`,
  ]
    .filter(Boolean)
    .join(', ')

/** A step in words, as its fields stand: `fill in field “Email” with {{ email }}`. A name that a person gave it comes first. */
export const stepWords = (step: Step): string => {
  const { kind, name, url, locator, value, key, expected = 'visible' } = step
  if (name) return name
  const where = locator ? locatorWords(locator) : ''
  if (kind === 'go') return `open ${url ?? ''}`
  if (kind === 'click') return `click ${where}`
  if (kind === 'fill') return `fill in ${where} with ${value ?? ''}`
  if (kind === 'press') return `press ${key ?? ''}${where && ` in ${where}`}`
  if (kind === 'screenshot') return 'take a screenshot'
  const { words, locator: use, value: text } = EXPECTATION_FACTS[expected]
  return ['expect', use === 'needed' ? where : '', words, text === 'needed' ? `“${value ?? ''}”` : '']
    .filter(Boolean)
    .join(' ')
}
