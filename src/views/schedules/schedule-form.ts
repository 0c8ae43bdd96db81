import type { Row } from '../../contract/core/resource.ts'
import type { schedules } from '../../contract/schedules/schedules.ts'
import { isReservedTag, ownTags, typedTagProblems } from '../../domain/core/tag-rules.ts'
import { everyWords } from '../../domain/schedules/every-words.ts'
import {
  isRetryTag,
  type RetryText,
  retryHomeOf,
  retryTextOf,
  retryTextProblems,
} from '../../domain/schedules/retry-settings.ts'
import { SCHEDULE_DEFAULTS, scheduleProblems } from '../../domain/schedules/schedule-rules.ts'
import { FREQUENCY_PRESETS, RECOMMENDED_SECONDS } from '../../domain/schedules/schedule-times.ts'
import { readersZone } from '../downtimes/use-downtimes.ts'
import { listedOf, membersOf } from '../kit/form/comma-list.ts'
import { choice, group, own, text, toggle, words } from '../kit/form/field.ts'
import { recordTable } from '../kit/form/record-table.ts'
import type { RecordFormState } from '../kit/form/use-record-form.ts'
import { type HoursForm, hoursFormOf, hoursNaming, hoursOfForm } from './hours-form.ts'

export type Schedule = Row<typeof schedules>
type Stored = Pick<
  Schedule,
  | 'id'
  | 'name'
  | 'frequency'
  | 'regions'
  | 'locations'
  | 'targets'
  | 'tags'
  | 'backoff_method'
  | 'enabled'
  | 'business_hours'
>

/** Value of the choice of intervals that asks for seconds. */
export const OTHER = 'other'
const RECOMMENDED = String(RECOMMENDED_SECONDS)

const INTERVALS = [
  ...FREQUENCY_PRESETS.map((seconds) => ({ value: String(seconds), label: everyWords(seconds) })),
  { value: OTHER, label: 'Another interval' },
]

/** Seconds between runs; NaN where the text is no number. */
export const secondsOf = ({ every, seconds }: { every: string; seconds: string }): number =>
  Number(every === OTHER ? seconds.trim() || 'none' : every)

const nowhere = {
  field: 'where',
  message: 'Choose worldwide, a region or a location.',
}

/** A schedule's form. */
export const scheduleForm = recordTable<Stored>()({
  fields: {
    name: text({ label: 'Name', placeholder: 'Checkout, often', maxLength: 400 }),
    every: choice({
      label: 'How often',
      part: 'frequency',
      hint: 'Each target runs once from each location in each interval.',
      options: INTERVALS,
      blank: RECOMMENDED,
    }),
    seconds: text({
      label: 'Seconds',
      subject: 'The interval',
      part: 'frequency',
      paths: ['frequency'],
      inputMode: 'numeric',
      blank: RECOMMENDED,
    }),
    where: group({ label: 'Where from' }),
    regions: own<string[]>({ label: 'Regions', part: 'locations', blank: ['all'] }),
    locations: own<string[]>({ label: 'Locations', blank: [] }),
    targets: own<string[]>({ label: 'Targets', blank: [] }),
    retry: own<RetryText>({
      label: 'Retries',
      within: () => ({ label: 'Retries', subject: 'This' }),
      blank: retryTextOf({ backoff_method: null, tags: [] }),
    }),
    hours: own<HoursForm>({
      label: 'Business hours',
      paths: ['business_hours'],
      within: hoursNaming,
      blank: hoursFormOf(null, 'UTC'),
    }),
    tags: words({ label: 'Tags', member: 'A tag', optional: true }),
    // Tags that are settings without a field here; they are kept.
    reserved: own<string[]>({ label: 'Reserved tags', part: 'tags', blank: [] }),
    enabled: toggle({
      label: 'On',
      part: 'the switch',
      hint: 'While off, nothing runs and nothing counts as missed.',
      blank: SCHEDULE_DEFAULTS.enabled,
    }),
  },
  read: (row) => ({
    every: FREQUENCY_PRESETS.includes(row.frequency) ? String(row.frequency) : OTHER,
    seconds: String(row.frequency),
    retry: retryTextOf(row),
    hours: hoursFormOf(row.business_hours, readersZone()),
    tags: listedOf(ownTags(row.tags)),
    reserved: row.tags.filter((tag) => isReservedTag(tag) && !isRetryTag(tag)),
  }),
  write: ({ name, regions, locations, targets, enabled, tags, reserved }, form) => ({
    name,
    frequency: secondsOf(form),
    regions,
    locations,
    targets,
    enabled,
    business_hours: hoursOfForm(form.hours),
    ...retryHomeOf(form.retry, [...tags, ...reserved]),
  }),
  rules: ({ tags, ...body }, form) => [
    ...typedTagProblems('tags', membersOf(form.tags)),
    // Tags that hold retry settings have fields of their own, which show their errors.
    ...scheduleProblems({
      ...body,
      tags: tags.filter((tag) => !isRetryTag(tag)),
    }),
    ...(form.regions.length + form.locations.length === 0 ? [nowhere] : []),
    ...retryTextProblems(form.retry).map(({ key, message }) => ({ field: `retry.${key}`, message })),
  ],
})

/** A schedule as its form holds it. */
export type ScheduleForm = ReturnType<typeof scheduleForm.formOf>

/** The open form of a schedule. */
export type ScheduleFormState = RecordFormState<ScheduleForm, keyof typeof scheduleForm.fields>

/** A new schedule for these monitors: from everywhere, at the recommended interval. */
export const newScheduleForm = (targets: readonly string[]): ScheduleForm => ({
  ...scheduleForm.blank,
  hours: hoursFormOf(null, readersZone()),
  targets: [...targets],
})
