import type { Shape } from '../../contract/core/endpoint.ts'
import type { verdict } from '../../contract/results/results.ts'
import { isHeaderName } from '../core/header-rules.ts'
import { isLatencyMetric, LATENCY_METRICS } from '../statistics/latency-metrics.ts'
import { isVital, VITAL_FACTS } from '../statistics/vitals.ts'
import { REDIRECT_FACTS, TLS_FACTS } from './facts.ts'
import type { OperatorKey, Source } from './operators.ts'
import { cookieOf, headerOf, type Outcome } from './outcome.ts'
import type { Value } from './values.ts'

export type Group = Shape<typeof verdict>['group']

/** One of a few things that a property names. */
export type Choice = { readonly value: string; readonly label: string }

/** Meaning of a condition's `property`: a text, or one of `choices`. */
export type PropertyRule = {
  readonly label: string
  readonly example: string
  /** What it must be, as the rest of a sentence. */
  readonly words: string
  readonly choices?: readonly Choice[]
  /** The choice that an empty property stands for. */
  readonly usual?: string
  /** Whether an empty property is valid. */
  readonly isOptional?: boolean
  /** A quick check of a property without placeholders and filters. Expressions are checked by their engine besides. */
  readonly fits: (path: string) => boolean
}

export type SourceRule = {
  readonly group: Group
  readonly words: string
  /** Null if it has none. */
  readonly property: PropertyRule | null
  /** Whether value filters may follow the property, and whether `|` means something else in it. */
  readonly filters: 'none' | 'after a bar' | 'after a spaced bar'
  /** The operator of a new condition. */
  readonly usual: OperatorKey
  /** Unit or form of its values, for people who type one. */
  readonly unit?: string
} & (
  | { readonly read: (outcome: Outcome, path: string) => Value; readonly engine?: never }
  /** The part of the body that an engine reads. */
  | { readonly engine: 'path' | 'xpath' | 'pattern'; readonly read?: never }
)

const latency = ({ timing, vitals }: Outcome, metric: string): Value => {
  const key = metric === '' ? 'total' : metric
  if (isVital(key)) return vitals?.[key] ?? undefined
  // To the microsecond, because sums of phases carry rounding errors.
  return isLatencyMetric(key) ? Math.round(LATENCY_METRICS[key].ms(timing) * 1000) / 1000 : undefined
}

const choicesOf = (facts: Readonly<Record<string, { readonly words: string }>>): readonly Choice[] =>
  Object.entries(facts).map(([value, { words }]) => ({ value, label: words }))

const oneOf = (label: string, choices: readonly Choice[], usual?: string): PropertyRule => ({
  label,
  example: usual ?? choices[0]?.value ?? '',
  words: `one of ${choices.map(({ value }) => value).join(', ')}`,
  choices,
  ...(usual !== undefined && { usual, isOptional: true }),
  fits: (path) => choices.some(({ value }) => value === path),
})

const isNotBlank = (path: string): boolean => path.trim() !== ''

/** Sources that a condition can test, in the order they are offered, which is the order in which groups are evaluated. */
export const SOURCES = {
  http_code: {
    group: 'status',
    words: 'status code',
    property: null,
    filters: 'none',
    usual: 'in',
    unit: '200',
    read: ({ httpCode }) => httpCode ?? undefined,
  },
  size: {
    group: 'size',
    words: 'response size',
    property: null,
    filters: 'none',
    usual: 'lt',
    unit: 'bytes',
    read: ({ responseSize }) => responseSize,
  },
  header: {
    group: 'header',
    words: 'header',
    property: {
      label: 'Header',
      example: 'content-type',
      words: 'a header name, without spaces or separators',
      fits: isHeaderName,
    },
    filters: 'after a bar',
    usual: 'contains',
    read: headerOf,
  },
  cookie: {
    group: 'header',
    words: 'cookie',
    property: {
      label: 'Cookie',
      example: 'session',
      words: 'a cookie name, without spaces or separators',
      fits: isHeaderName,
    },
    filters: 'after a bar',
    usual: 'exists',
    read: cookieOf,
  },
  redirects: {
    group: 'header',
    words: 'redirects',
    property: oneOf('Redirects', choicesOf(REDIRECT_FACTS), 'count'),
    filters: 'after a bar',
    usual: 'le',
    read: (outcome, path) => REDIRECT_FACTS[path === '' ? 'count' : path]?.of(outcome),
  },
  tls: {
    group: 'header',
    words: 'TLS',
    property: oneOf('TLS', choicesOf(TLS_FACTS)),
    filters: 'after a bar',
    usual: 'gt',
    read: (outcome, path) => TLS_FACTS[path]?.of(outcome),
  },
  json: {
    group: 'body',
    words: 'JSON value',
    property: {
      label: 'JSON path',
      example: '$.items[0].price',
      words: 'a JSON path, such as $.items[0].price or items[-1].price',
      fits: isNotBlank,
    },
    filters: 'after a bar',
    usual: 'eq',
    engine: 'path',
  },
  xml: {
    group: 'body',
    words: 'XML value',
    property: {
      label: 'XPath',
      example: '//item[1]/price',
      words: 'an XPath, such as //item[1]/price',
      fits: isNotBlank,
    },
    filters: 'after a spaced bar',
    usual: 'eq',
    engine: 'xpath',
  },
  regex: {
    group: 'body',
    words: 'text found in the body',
    property: {
      label: 'Regular expression',
      example: 'version ([0-9.]+)',
      words: 'a regular expression in RE2 syntax',
      fits: isNotBlank,
    },
    filters: 'after a spaced bar',
    usual: 'exists',
    engine: 'pattern',
  },
  text: {
    group: 'body',
    words: 'body',
    property: {
      label: 'Value filters',
      example: '|length',
      words: 'empty, or value filters such as |length',
      isOptional: true,
      fits: (path) => path === '',
    },
    filters: 'after a bar',
    usual: 'contains',
    read: ({ body }) => body ?? undefined,
  },
  latency: {
    group: 'timing',
    words: 'latency',
    property: oneOf('Latency', choicesOf({ ...LATENCY_METRICS, ...VITAL_FACTS }), 'total'),
    filters: 'none',
    usual: 'lt',
    unit: 'ms',
    read: latency,
  },
} as const satisfies Record<Source, SourceRule>

/** The rule of a source. */
export const sourceRule = (source: Source): SourceRule => SOURCES[source]

/** The groups in the order in which they are evaluated. */
export const GROUPS: readonly Group[] = [...new Set(Object.values(SOURCES).map(({ group }) => group))]
