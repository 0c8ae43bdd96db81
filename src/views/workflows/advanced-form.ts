import { isReservedTag, ownTags, typedTagProblems } from '../../domain/core/tag-rules.ts'
import { GLOBAL } from '../../domain/environments/variable-rules.ts'
import {
  isRetryTag,
  type RetryText,
  reconciledRetry,
  retryHomeOf,
  retryTextOf,
  retryTextProblems,
} from '../../domain/schedules/retry-settings.ts'
import { workflowProblems } from '../../domain/workflows/workflow-rules.ts'
import {
  ACTION_TAG,
  fixedLocationOf,
  isExclusive,
  MUTEX_TAG,
  withFixedLocation,
} from '../../domain/workflows/workflow-tags.ts'
import { listedOf, membersOf } from '../kit/form/comma-list.ts'
import { choice, linesOrNone, own, text, toggle, words } from '../kit/form/field.ts'
import { recordTable } from '../kit/form/record-table.ts'
import type { Workflow } from './workflow-list.ts'

/** Value of the choice of retries that leaves them to the schedules. */
export const OF_SCHEDULE = 'schedule'
const RETRIES = [
  { value: OF_SCHEDULE, label: 'As its schedules say' },
  { value: 'own', label: 'Set here' },
]

const SETTINGS: readonly string[] = [MUTEX_TAG, ACTION_TAG]

/** Reserved tags without a field here; they are kept. */
const otherReserved = (tags: readonly string[]): string[] =>
  withFixedLocation(tags, null).filter((tag) => isReservedTag(tag) && !isRetryTag(tag) && !SETTINGS.includes(tag))

/** The retry settings in the tags of a workflow; null if it leaves them to its schedules. */
const retryIn = (tags: readonly string[]): RetryText | null => {
  const home = reconciledRetry({ backoff_method: null, tags: [] }, { tags })
  return home.backoff_method === null ? null : retryTextOf(home)
}

/** The tags that store retry settings. */
const tagsOfRetry = (retry: RetryText): string[] => [`sys:backoff:${retry.method}`, ...retryHomeOf(retry, []).tags]

const blankRetry = retryTextOf({ backoff_method: 'constant', tags: [] })

/** Settings of a workflow beside its steps. Many are stored as reserved tags. */
export const workflowAdvancedForm = recordTable<Pick<Workflow, 'id' | 'meta'>>()({
  fields: {
    description: linesOrNone({ label: 'Description', optional: true, rows: 3, paths: ['meta.description'] }),
    tags: words({ label: 'Tags', member: 'A tag', optional: true, paths: ['meta.tags'] }),
    reserved: own<string[]>({ label: 'Reserved tags', part: 'tags', blank: [] }),
    workspace: text({
      label: 'Environment',
      hint: 'Its variables are found before those of the monitors’ own environments, unless it is “global”.',
      paths: ['meta.workspace'],
      blank: GLOBAL,
    }),
    location: choice({
      label: 'Location',
      hint: 'A fixed location replaces those of its schedules.',
      options: [{ value: '', label: 'Chosen by schedule or caller' }],
    }),
    parallel: toggle({
      label: 'Allow parallel runs',
      part: 'parallel runs',
      hint: 'When off, a run that is due while another is under way is dropped.',
      blank: true,
    }),
    action: toggle({
      label: 'Project action',
      part: 'project action',
      hint: 'Shows a button on the project home that runs the workflow.',
      blank: false,
    }),
    retries: choice({ label: 'Retries of the whole workflow', part: 'retries', options: RETRIES, blank: OF_SCHEDULE }),
    retry: own<RetryText>({
      label: 'Retries',
      part: 'retries',
      within: () => ({ label: 'Retries', subject: 'This' }),
      blank: blankRetry,
    }),
  },
  read: ({ meta }) => ({
    description: meta.description ?? '',
    tags: listedOf(ownTags(meta.tags)),
    reserved: otherReserved(meta.tags),
    workspace: meta.workspace,
    location: fixedLocationOf(meta.tags) ?? '',
    parallel: !isExclusive(meta.tags),
    action: meta.tags.includes(ACTION_TAG),
    retries: retryIn(meta.tags) === null ? OF_SCHEDULE : 'own',
    retry: retryIn(meta.tags) ?? blankRetry,
  }),
  write: ({ description, tags, reserved, workspace, location, parallel, action, retries, retry }) => ({
    description,
    workspace: workspace || GLOBAL,
    tags: withFixedLocation(
      [
        ...tags,
        ...reserved,
        ...(parallel ? [] : [MUTEX_TAG]),
        ...(action ? [ACTION_TAG] : []),
        ...(retries === OF_SCHEDULE ? [] : tagsOfRetry(retry)),
      ],
      location === '' ? null : location,
    ),
  }),
  rules: ({ tags }, form) => [
    ...typedTagProblems('meta.tags', membersOf(form.tags)),
    // Retry settings have fields of their own, which show their errors.
    ...workflowProblems({ meta: { tags: tags.filter((tag) => !isRetryTag(tag)) } }),
    ...(form.retries === OF_SCHEDULE
      ? []
      : retryTextProblems(form.retry).map(({ key, message }) => ({ field: `retry.${key}`, message }))),
  ],
})
