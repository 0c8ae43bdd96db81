import { outcome } from '../conditions/conditions.ts'
import { shape } from '../core/endpoint.ts'
import { nameOf } from '../core/names.ts'
import { oneOf, wholeBetween } from '../core/notation.ts'
import { STEP_KINDS } from '../results/browser-detail.ts'
import { vitalName } from '../results/vitals.ts'
import { requestPair } from './body.ts'
import { UNSET_VARIABLES } from './call-rules.ts'

/** Browsers that a test may name. Agents run the first one only. */
const BROWSER_TYPES = ['chromium', 'firefox', 'webkit'] as const

/** Moments of a page's loading that a browser test can wait for. */
export const WAIT_UNTIL = ['load', 'domcontentloaded', 'networkidle'] as const

/** Milliseconds that a browser test may take, and takes if nobody says otherwise. */
export const BROWSER_TIMEOUT_MS = { least: 1000, most: 120_000, usual: 60_000 } as const

/** CSS pixels of a browser window. */
export const VIEWPORT = {
  width: { least: 200, most: 3840, usual: 1366 },
  height: { least: 200, most: 2160, usual: 768 },
} as const

/** Most assertions of a test. */
export const MAX_ASSERTIONS = 50

/** An element of a page, as a person would describe it. With several fields, it must fit all of them. */
export const locator = shape({
  /** ARIA role, such as `button`. */
  'role?': '1 <= string <= 60',
  /** Accessible name, together with a role. */
  'name?': '1 <= string <= 400',
  /** Text of the label of a form field. */
  'label?': '1 <= string <= 400',
  'text?': '1 <= string <= 400',
  /** Value of the attribute `data-testid`. */
  'test_id?': '1 <= string <= 200',
  /** Whether names and texts must match entirely, with upper and lower case. */
  'exact?': 'boolean',
})

/** States that a step can expect of an element; the last two are about the page. */
export const EXPECTATIONS = ['visible', 'hidden', 'text', 'value', 'url', 'title'] as const

/** A step of a journey. `kind` says which of the other fields it needs; see `domain/monitors/browser-test-rules.ts`. */
export const step = shape({
  kind: oneOf(STEP_KINDS),
  /** Name of the step for people. */
  'name?': nameOf('string <= 200'),
  /** go: an absolute URL, or a path on the site of the test. */
  'url?': 'string <= 8192',
  /** click, fill, expect; press: the element that gets the key, absent for the one with the focus. */
  'locator?': locator,
  /** fill: the text to enter, which may hold placeholders; expect: the text, value, address or title. */
  'value?': 'string <= 8192',
  /** press: a key such as `Enter`, `Control+a`. */
  'key?': 'string <= 40',
  /** expect. */
  'expected?': oneOf(EXPECTATIONS),
})

/** Kinds of assertions, in the order in which they are offered. */
export const ASSERTION_KINDS = [
  'title_contains',
  'text_present',
  'selector_visible',
  'status_below',
  'vital_below',
] as const

/** A check of the page at the end of a browser test, and the outcome of a result that breaks it. */
export const assertion = shape({
  kind: oneOf(ASSERTION_KINDS),
  /** vital_below: the vital; default `lcp`. */
  'vital?': vitalName,
  /** A text, a CSS selector, a status code, or the limit of a vital: milliseconds, for `cls` a number. */
  value: 'string <= 2048 | number',
  /** Default: fail. */
  'outcome?': outcome,
})

const viewport = shape({
  width: wholeBetween(VIEWPORT.width),
  height: wholeBetween(VIEWPORT.height),
})

/** Settings of a browser test besides its address, names and variables. */
const browserSettings = shape({
  /** Browsers that the test may run in. Default: chromium, the only one so far. */
  'browser_types?': [[oneOf(BROWSER_TYPES), '[]'], '&', 'unknown[] <= 3'],
  'viewport?': viewport,
  /** Replaces the header `User-Agent`; null: the browser's own. */
  'user_agent?': 'string <= 400 | null',
  'wait_until?': oneOf(WAIT_UNTIL),
  'timeout_ms?': wholeBetween(BROWSER_TIMEOUT_MS),
  /** Whether an invalid certificate fails the test. Default: true. */
  'verify_tls?': 'boolean',
  'assertions?': [[assertion, '[]'], '&', 'unknown[] <= 50'],
  /** Steps of a journey, which begins once the page at `url` has loaded. */
  'steps?': [[step, '[]'], '&', 'unknown[] <= 50'],
})

/** Fields of a browser test, as it is answered, that are stored as those of its request. */
export const shownAddress = shape({
  url: 'string',
  variables: [requestPair, '[]'],
  unset_variables: oneOf(UNSET_VARIABLES),
  allowed_origins: 'string[]',
})

/** Fields of a browser test that a run needs, to be tried or stored. */
export const browserDraft = shape({
  url: '1 <= string <= 8192',
  ...browserSettings,
  /** Default values for placeholders. A run's own values override them. */
  'variables?': [[requestPair, '[]'], '&', 'unknown[] <= 200'],
  /** A run that has no value for a variable in braces. Default: fail. */
  'unset_variables?': oneOf(UNSET_VARIABLES),
  /** Origins besides the URL's own that secrets may be sent to. */
  'allowed_origins?': [['string <= 300', '[]'], '&', 'unknown[] <= 50'],
})

/** An assertion as it is stored: all of its fields have values. */
const fullAssertion = shape({ kind: assertion.kind, 'vital?': vitalName, value: 'string', outcome })

/** Settings of a browser test, all of which have values. */
export const fullSettings = shape({
  browser_types: [oneOf(BROWSER_TYPES), '[]'],
  viewport: { width: 'number.integer', height: 'number.integer' },
  user_agent: 'string | null',
  wait_until: oneOf(WAIT_UNTIL),
  timeout_ms: 'number.integer >= 1',
  verify_tls: 'boolean',
  assertions: [fullAssertion, '[]'],
  steps: [step, '[]'],
})
