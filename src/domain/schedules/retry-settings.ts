import type { BACKOFF_METHODS } from '../../contract/schedules/schedules.ts'
import { type Problem, problem } from '../core/problem.ts'
import type { Retry } from './retry.ts'

export type BackoffMethod = (typeof BACKOFF_METHODS)[number]

/** What stands in a schedule about retries: the method in a field of its own, the rest in tags of the system. */
export type RetryHome = { readonly backoff_method: BackoffMethod | null; readonly tags: readonly string[] }

/** The ways of trying again, as they are offered. */
export const RETRY_METHODS: readonly { readonly value: BackoffMethod; readonly label: string }[] = [
  { value: 'none', label: 'Never' },
  { value: 'constant', label: 'Constant' },
  { value: 'expo', label: 'Exponential' },
  { value: 'fibo', label: 'Fibonacci' },
]

type Setting = {
  readonly key: Exclude<keyof Retry, 'method'>
  /** The tag that holds it: `sys:backoff_interval:30`. */
  readonly tag: string
  readonly label: string
  readonly hint: string
  readonly least: number
  readonly most: number
  readonly usual: number
  readonly whole: boolean
  /** The method it is for; absent: for all. */
  readonly of?: Retry['method']
  /** It may be left empty, and then is 0. */
  readonly optional?: boolean
}

/** The settings of a retry. Form, tags, checks and execution are read off this table. */
export const RETRY_SETTINGS: readonly Setting[] = [
  {
    key: 'intervalSeconds',
    tag: 'sys:backoff_interval',
    label: 'Wait, seconds',
    hint: 'Between the end of an attempt and the next.',
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
    hint: 'The factor of all waits.',
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
    hint: 'Each wait is so many times the one before, up to 300 s.',
    least: 1,
    most: 100,
    usual: 2,
    whole: false,
    of: 'expo',
  },
  {
    key: 'maxRetries',
    tag: 'sys:backoff_max_retries',
    label: 'Retries at most',
    hint: 'They also end when the next run is due.',
    least: 1,
    most: 10,
    usual: 3,
    whole: true,
  },
  {
    key: 'skipSave',
    tag: 'sys:backoff_skip_save',
    label: 'Left out of statistics',
    hint: 'So many failed attempts of a run are kept, but not counted.',
    least: 1,
    most: 10,
    usual: 0,
    whole: true,
    optional: true,
  },
  {
    key: 'skipNotifs',
    tag: 'sys:backoff_skip_notifs',
    label: 'Raise no alert',
    hint: 'So many failed attempts of a run alert nobody.',
    least: 1,
    most: 10,
    usual: 0,
    whole: true,
    optional: true,
  },
]

const METHOD_TAG = 'sys:backoff'
const isMethod = (text: string): text is BackoffMethod => RETRY_METHODS.some(({ value }) => value === text)

/** `sys:backoff_base:3` is the base, 3; null for a tag that says nothing about retries. */
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

/** Whether a tag is one that says something about retries. */
export const isRetryTag = (tag: string): boolean => readTag(tag) !== null

/** What is wrong with the tags about retries. */
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
        : [problem(at, 'invalid', 'must name a way to retry: fibo, expo, constant or none.')]
    const setting = RETRY_SETTINGS.find((one) => one.tag === read.name)
    if (!setting) return [problem(at, 'unknown', `must be a setting of retries; ${read.name} is none.`)]
    return numberIn(setting, read.value) === null
      ? [problem(at, 'range', `must hold ${rangeOf(setting)} after ${read.name}:.`)]
      : []
  })
}

/** A setting as it is typed; empty where none is given. */
export type RetryText = { readonly method: BackoffMethod } & { readonly [Key in Setting['key']]: string }

/** What is typed for retries, from where it is stored. */
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

/** The settings that a method has. */
export const settingsFor = (method: BackoffMethod): readonly Setting[] =>
  method === 'none' ? [] : RETRY_SETTINGS.filter(({ of }) => of === undefined || of === method)

/** What is wrong with what is typed, by the keys of the settings. */
export const retryTextProblems = (text: RetryText): { key: Setting['key']; message: string }[] =>
  settingsFor(text.method).flatMap((setting) => {
    const { key, label, optional } = setting
    const typed = text[key].trim()
    if ((typed === '' && optional) || numberIn(setting, typed) !== null) return []
    return [{ key, message: `${label} must be ${rangeOf(setting)}${optional ? ', or empty' : ''}.` }]
  })

/** What is stored for what is typed: the method, and these tags with those about retries written anew. Usual values need no tag. */
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
 * Where field and tag both name a method, the later word counts: what is written now before what was there, and the field before
 * the tag. Answers both in agreement; a tag is only there where somebody wrote one.
 */
export const settledRetry = (
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

/** How failed runs of a schedule are tried again; null: they are not. */
export const retryOf = (home: RetryHome): Retry | null => {
  const text = retryTextOf(home)
  if (text.method === 'none') return null
  const number = (key: Setting['key']): number => {
    const setting = RETRY_SETTINGS.find((one) => one.key === key)
    // What was stored by an older version may hold what no rule let through today.
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
