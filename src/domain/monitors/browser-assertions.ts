import type { Shape } from '../../contract/core/endpoint.ts'
import type { ASSERTION_KINDS, fullSettings } from '../../contract/monitors/browser-setup.ts'
import { isVital, VITAL_FACTS } from '../statistics/vitals.ts'

export type BrowserSettings = Shape<typeof fullSettings>
export type Assertion = BrowserSettings['assertions'][number]
export type AssertionKind = (typeof ASSERTION_KINDS)[number]

type AssertionFacts = {
  readonly words: string
  readonly group: 'status' | 'body' | 'timing'
  /** What its value is, for a person. */
  readonly value: string
  readonly example: string
  readonly isNumber: boolean
}

/** Kinds of assertions. */
export const ASSERTION_FACTS = {
  title_contains: { words: 'title contains', group: 'body', value: 'Text', example: 'Checkout', isNumber: false },
  text_present: { words: 'page shows the text', group: 'body', value: 'Text', example: 'Thank you', isNumber: false },
  selector_visible: {
    words: 'element is visible',
    group: 'body',
    value: 'CSS selector',
    example: 'main h1',
    isNumber: false,
  },
  status_below: {
    words: 'status code is below',
    group: 'status',
    value: 'Status code',
    example: '400',
    isNumber: true,
  },
  vital_below: { words: 'is below', group: 'timing', value: 'Limit', example: '2500', isNumber: true },
} as const satisfies Record<AssertionKind, AssertionFacts>

/** An assertion in words: `largest contentful paint is below 2500 ms`. */
export const assertionWords = ({ kind, vital = 'lcp', value }: Assertion): string => {
  const { words } = ASSERTION_FACTS[kind]
  if (kind !== 'vital_below') return kind === 'status_below' ? `${words} ${value}` : `${words} “${value}”`
  const facts = VITAL_FACTS[isVital(vital) ? vital : 'lcp']
  return `${facts.words} ${words} ${value} ${facts.unit}`.trimEnd()
}
