import type { BACKOFF_METHODS } from '../../contract/schedules/schedules.ts'
import { type Problem, problem } from '../core/problem.ts'
import type { Retry } from './retry.ts'

export type BackoffMethod = (typeof BACKOFF_METHODS)[number]

/** Stored retry settings of a schedule: the method is a field, the rest are system tags. */
export type RetryHome = { readonly backoff_method: BackoffMethod | null; readonly tags: readonly string[] }

/** Retry methods, in the order they are offered. */
export const RETRY_METHODS: readonly { readonly value: BackoffMethod; readonly label: string }[] = [
  { value: 'none', label: 'Never' },
  { value: 'constant', label: 'Constant' },
  { value: 'expo', label: 'Exponential' },
  { value: 'fibo', label: 'Fibonacci' },
]

type Setting = {
  readonly key: Exclude<keyof Retry, 'method'>
  /** Prefix of the tag that stores it: `sys:backoff_interval:30`. */
  readonly tag: string
  readonly label: string
  readonly hint: string
  readonly least: number
  readonly most: number
  readonly usual: number
  readonly whole: boolean
  /** The method it applies to; absent means all. */
  readonly of?: Retry['method']
  /** It may be empty, which means 0. */
  readonly optional?: boolean
}

/** All retry settings. Form, tags, validation and execution are derived from this table. */
export const RETRY_SETTINGS: readonly Setting[] = [
  {
    key: 'intervalSeconds',
    tag: 'sys:backoff_interval',
    label: 'Wait, seconds',
    hint: 'From the end of one attempt to the next.',
    least: 1,
    most: 86_400,
    usual: 10,
    whole: true,
    of: 'constant',
  },
  {
    key: 'factor',
    tag: 'sys:backoff_factor',
    label: 'First wait, seconds',
    hint: 'All waits are multiplied by this.',
    least: 1,
    most: 300,
    usual: 1,
    whole: false,
    of: 'expo',
  },
  {
    key: 'base',
    tag: 'sys:backoff_base',
    label: 'Base',
    hint: 'Each wait is this many times the one before, up to 300 s.',
    least: 1,
    most: 100,
    usual: 2,
    whole: false,
    of: 'expo',
  },
  {
    key: 'maxRetries',
    tag: 'sys:backoff_max_retries',
    label: 'Maximum retries',
    hint: 'Retries also end when the next run is due.',
    least: 1,
    most: 10,
    usual: 3,
    whole: true,
  },
  {
    key: 'skipSave',
    tag: 'sys:backoff_skip_save',
    label: 'Left out of statistics',
    hint: 'This many failed attempts per run are stored but not counted.',
    least: 1,
    most: 10,
    usual: 0,
    whole: true,
    optional: true,
  },
  {
    key: 'skipNotifs',
    tag: 'sys:backoff_skip_notifs',
    label: 'Attempts without alerts',
    hint: 'This many failed attempts per run send no alert.',
    least: 1,
    most: 10,
    usual: 0,
    whole: true,
    optional: true,
  },
]

const METHOD_TAG = 'sys:backoff'
const isMethod = (text: string): text is BackoffMethod => RETRY_METHODS.some(({ value }) => value === text)

/** Parses a retry tag: `sys:backoff_base:3` is the base 3. Null for any other tag. */
const readTag = (tag: string): { readonly name: string; readonly value: string } | null => {
  const [, name = '', value = ''] = /^(sys:backoff[^:]*):(.*)$/.exec(tag) ?? []
  return name === '' ? null : { name, value }
}

const numberIn = ({ least, most, whole }: Setting, text: string): number | null => {
  const value = /^\d{1,6}(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN
  return value >= least && value <= most && (!whole || Number.isInteger(value)) ? value : null
}

/** "a whole number from 1 to 10" */
const rangeOf = ({ least, most, whole }: Setting): string => `a ${whole ? 'whole ' : ''}number from ${least} to ${most}`

/** Whether a tag is a retry setting. */
export const isRetryTag = (tag: string): boolean => readTag(tag) !== null

/** Field errors of retry tags. */
export const retryTagProblems = (field: string, tags: readonly string[]): Problem[] => {
  const seen = new Set<string>()
  return tags.flatMap((tag, index): Problem[] => {
    const read = readTag(tag)
    if (!read) return []
    const at = `${field}[${index}]`
    if (seen.has(read.name)) return [problem(at, 'duplicate', `must be the only tag ${read.name}.`)]
    seen.add(read.name)
    if (read.name === METHOD_TAG)
      return isMethod(read.value)
        ? []
        : [problem(at, 'invalid', 'must be a retry method: fibo, expo, constant or none.')]
    const setting = RETRY_SETTINGS.find((one) => one.tag === read.name)
    if (!setting) return [problem(at, 'unknown', `must be a retry setting; ${read.name} is not one.`)]
    return numberIn(setting, read.value) === null
      ? [problem(at, 'range', `must have ${rangeOf(setting)} after ${read.name}:.`)]
      : []
  })
}

/** Retry settings as typed in a form; empty if not given. */
export type RetryText = { readonly method: BackoffMethod } & { readonly [Key in Setting['key']]: string }

/** The form text of stored retry settings. */
export const retryTextOf = ({ backoff_method, tags }: RetryHome): RetryText => {
  const stored = new Map(tags.flatMap((tag) => readTag(tag) ?? []).map(({ name, value }) => [name, value]))
  const text = (key: Setting['key']): string => {
    const setting = RETRY_SETTINGS.find((one) => one.key === key)
    if (!setting) return ''
    return stored.get(setting.tag) ?? (setting.optional ? '' : String(setting.usual))
  }
  return {
    method: backoff_method ?? 'none',
    intervalSeconds: text('intervalSeconds'),
    factor: text('factor'),
    base: text('base'),
    maxRetries: text('maxRetries'),
    skipSave: text('skipSave'),
    skipNotifs: text('skipNotifs'),
  }
}

/** The settings that apply to a method. */
export const settingsFor = (method: BackoffMethod): readonly Setting[] =>
  method === 'none' ? [] : RETRY_SETTINGS.filter(({ of }) => of === undefined || of === method)

/** Field errors of typed retry settings, by key. */
export const retryTextProblems = (text: RetryText): { key: Setting['key']; message: string }[] =>
  settingsFor(text.method).flatMap((setting) => {
    const { key, label, optional } = setting
    const typed = text[key].trim()
    if ((typed === '' && optional) || numberIn(setting, typed) !== null) return []
    return [{ key, message: `${label} must be ${rangeOf(setting)}${optional ? ', or empty' : ''}.` }]
  })

/** The retry settings to store: the method, and the tags with rewritten retry tags. Default values need no tag. */
export const retryHomeOf = (text: RetryText, tags: readonly string[]): RetryHome & { readonly tags: string[] } => ({
  backoff_method: text.method,
  tags: [
    ...tags.filter((tag) => !isRetryTag(tag)),
    ...settingsFor(text.method).flatMap(({ key, tag, usual }) => {
      const typed = text[key].trim()
      return typed === '' || Number(typed) === usual ? [] : [`${tag}:${Number(typed)}`]
    }),
  ],
})

/**
 * Reconciles the retry method of a field and a tag: new values override stored ones, and the field overrides the tag. Returns
 * both in agreement. A tag is only kept if there was one.
 */
export const reconciledRetry = (
  before: RetryHome,
  written: {
    readonly backoff_method?: BackoffMethod | null | undefined
    readonly tags?: readonly string[] | undefined
  },
): { backoff_method: BackoffMethod | null; tags: string[] } => {
  const tags = written.tags ?? before.tags
  const tagged = written.tags?.flatMap((tag) => readTag(tag) ?? []).find(({ name }) => name === METHOD_TAG)?.value
  const method =
    written.backoff_method !== undefined
      ? written.backoff_method
      : tagged !== undefined && isMethod(tagged)
        ? tagged
        : before.backoff_method
  return {
    backoff_method: method,
    tags: tags.map((tag) => (readTag(tag)?.name === METHOD_TAG ? `${METHOD_TAG}:${method ?? 'none'}` : tag)),
  }
}

/** The retry policy of a schedule; null if failed runs are not retried. */
export const retryOf = (home: RetryHome): Retry | null => {
  const text = retryTextOf(home)
  if (text.method === 'none') return null
  const number = (key: Setting['key']): number => {
    const setting = RETRY_SETTINGS.find((one) => one.key === key)
    // Values stored by an older version may break today's rules.
    return setting ? (numberIn(setting, text[key]) ?? setting.usual) : 0
  }
  return {
    method: text.method,
    intervalSeconds: number('intervalSeconds'),
    base: number('base'),
    factor: number('factor'),
    maxRetries: number('maxRetries'),
    skipSave: number('skipSave'),
    skipNotifs: number('skipNotifs'),
  }
}
