import type { Draft, Row } from '../../contract/core/resource.ts'
import type { schedules } from '../../contract/schedules/schedules.ts'
import {
  isRetryTag,
  type RetryText,
  retryHomeOf,
  retryTextOf,
  retryTextProblems,
} from '../../domain/schedules/retry-settings.ts'
import { SCHEDULE_DEFAULTS, scheduleProblems } from '../../domain/schedules/schedule-rules.ts'
import { FREQUENCY_PRESETS } from '../../domain/schedules/schedule-times.ts'

export type Schedule = Row<typeof schedules>
type ScheduleDraft = Draft<typeof schedules>

/** A schedule as the form holds it: numbers and lists as they are typed. */
export type ScheduleForm = {
  readonly name: string
  /** A preset's seconds, or `other`: then `seconds` counts. */
  readonly every: string
  readonly seconds: string
  readonly regions: readonly string[]
  readonly locations: readonly string[]
  readonly targets: readonly string[]
  readonly retry: RetryText
  readonly tags: string
  readonly enabled: boolean
}

export const OTHER = 'other'
const USUAL_SECONDS = 600

/** What a new schedule begins with: from everywhere, as often as is recommended. */
export const newScheduleForm = (targets: readonly string[]): ScheduleForm => ({
  name: '',
  every: String(USUAL_SECONDS),
  seconds: String(USUAL_SECONDS),
  regions: ['all'],
  locations: [],
  targets,
  retry: retryTextOf({ backoff_method: null, tags: [] }),
  tags: '',
  enabled: SCHEDULE_DEFAULTS.enabled,
})

type Stored = Pick<
  Schedule,
  'name' | 'frequency' | 'regions' | 'locations' | 'targets' | 'tags' | 'backoff_method' | 'enabled'
>

/** A stored schedule as a form. */
export const formOf = (row: Stored): ScheduleForm => ({
  name: row.name,
  every: FREQUENCY_PRESETS.includes(row.frequency) ? String(row.frequency) : OTHER,
  seconds: String(row.frequency),
  regions: row.regions,
  locations: row.locations,
  targets: row.targets,
  retry: retryTextOf(row),
  tags: row.tags.filter((tag) => !isRetryTag(tag)).join(', '),
  enabled: row.enabled,
})

const tagsIn = (text: string): string[] =>
  text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')

/** How many seconds a form asks for; NaN where what is typed is no number. */
export const secondsOf = ({ every, seconds }: ScheduleForm): number =>
  Number(every === OTHER ? seconds.trim() || 'none' : every)

/** The schedule that a form describes, as the API takes it. */
export const draftOf = (form: ScheduleForm): ScheduleDraft => ({
  name: form.name.trim(),
  frequency: secondsOf(form),
  regions: [...form.regions],
  locations: [...form.locations],
  targets: [...form.targets],
  enabled: form.enabled,
  ...retryHomeOf(form.retry, tagsIn(form.tags)),
})

export type FieldProblem = { readonly field: string; readonly message: string }

const SUBJECTS: readonly (readonly [path: RegExp, field: string, subject: string])[] = [
  [/^name$/, 'name', 'The name'],
  [/^frequency$/, 'seconds', 'The interval'],
  [/^tags(\[\d+\])?$/, 'tags', 'A tag'],
]

/** What keeps a form from being saved, each problem at its field. */
export const formProblems = (form: ScheduleForm): FieldProblem[] => {
  const { tags, ...draft } = draftOf(form)
  // Tags about retries have fields of their own here; what is wrong with those is said there.
  const rules = scheduleProblems({
    ...draft,
    tags: (tags ?? []).filter((tag) => !isRetryTag(tag) || tagsIn(form.tags).includes(tag)),
  })
  const found = rules.map(({ field, message }) => {
    const [, at = field, subject = 'This'] = SUBJECTS.find(([path]) => path.test(field)) ?? []
    return { field: at, message: message.startsWith(field) ? subject + message.slice(field.length) : message }
  })
  const nowhere =
    form.regions.length + form.locations.length === 0
      ? [{ field: 'where', message: 'Choose where runs are made from: worldwide, a region or a location.' }]
      : []
  const retries = retryTextProblems(form.retry).map(({ key, message }) => ({ field: `retry.${key}`, message }))
  return [...found, ...nowhere, ...retries]
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

const PARTS: readonly (readonly [words: string, of: (form: ScheduleForm) => unknown])[] = [
  ['name', ({ name }) => name],
  ['frequency', (form) => secondsOf(form)],
  ['locations', ({ regions, locations }) => [regions, locations]],
  ['monitors', ({ targets }) => targets],
  ['retries', ({ retry }) => retry],
  ['tags', ({ tags }) => tags],
  ['the switch', ({ enabled }) => enabled],
]

/** The parts in which two forms differ, by their words. */
export const changedParts = (before: ScheduleForm, now: ScheduleForm): string[] =>
  PARTS.filter(([, of]) => !same(of(before), of(now))).map(([words]) => words)
