import { isReservedTag, ownTags, typedTagProblems } from '../../domain/core/tag-rules.ts'
import { GLOBAL } from '../../domain/environments/variable-rules.ts'
import { isRetryTag, type RetryText, retryTextOf, retryTextProblems } from '../../domain/schedules/retry-settings.ts'
import { workflowProblems } from '../../domain/workflows/workflow-rules.ts'
import {
  fixedLocationOf,
  isExclusive,
  isProjectAction,
  withRunSettings,
  withWorkflowRetry,
  workflowRetryText,
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

const NO_SETTINGS = { overlap: true, action: false, location: null }

/** Reserved tags without a field here; they are kept. */
const otherReserved = (tags: readonly string[]): string[] =>
  withRunSettings(tags, NO_SETTINGS).filter((tag) => isReservedTag(tag) && !isRetryTag(tag))

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
    action: isProjectAction(meta.tags),
    retries: workflowRetryText(meta.tags) === null ? OF_SCHEDULE : 'own',
    retry: workflowRetryText(meta.tags) ?? blankRetry,
  }),
  write: ({ description, tags, reserved, workspace, location, parallel, action, retries, retry }) => ({
    description,
    workspace: workspace || GLOBAL,
    tags: withRunSettings(withWorkflowRetry([...tags, ...reserved], retries === OF_SCHEDULE ? null : retry), {
      overlap: parallel,
      action,
      location: location === '' ? null : location,
    }),
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
