import { TIMEOUT_SECONDS } from '../../contract/monitors/monitors.ts'
import { conditionProblems } from '../../domain/conditions/condition-rules.ts'
import type { ConditionSet } from '../../domain/conditions/conditions.ts'
import { typedTagProblems } from '../../domain/core/tag-rules.ts'
import type { CallMonitor } from '../../domain/monitors/monitor-address.ts'
import { monitorProblems } from '../../domain/monitors/monitor-rules.ts'
import { conditionsField, NUMERIC_TEXTS_FIELD } from '../conditions/conditions-field.ts'
import { membersOf } from '../kit/form/comma-list.ts'
import type { DrawnField, FieldWords } from '../kit/form/field.ts'
import type { FormProblem } from '../kit/form/field-errors.ts'
import { formTable } from '../kit/form/form-table.ts'
import type { RecordFormState } from '../kit/form/use-record-form.ts'
import type { SelectOption } from '../parts/form/Select.tsx'
import { jsonProblem, jsonSentence } from './json-problem.ts'
import {
  CONNECT_TO_FIELD,
  conditionsOf,
  draftOf,
  formOf,
  isWritten,
  isWrittenPart,
  type MonitorForm,
  REDIRECT_METHOD_FIELD,
  TLS_NAME_FIELD,
  UNSET_VARIABLES_FIELD,
} from './monitor-form.ts'
import { originProblems, reentryProblems } from './secret-problems.ts'

const PARTS: Readonly<Record<string, readonly [label: string, subject: string]>> = {
  key: [' name', 'The name'],
  name: [' name', 'The name'],
  value: [' value', 'The value'],
  file_id: [' file', 'The file'],
  file_name: [' file name', 'The file name'],
  content_type: [' media type', 'The media type'],
}

/** Words of a list of pairs; each pair shows its own errors. */
const pairs = (one: string): FieldWords => ({
  label: `${one}s`,
  subject: 'This',
  within(rest) {
    const [, index, part = ''] = /^\[(\d+)\]\.?(\w*)/.exec(rest) ?? []
    const [label, subject] = PARTS[part] ?? ['', 'This']
    return { label: `${one} ${Number(index) + 1}${label}`, subject }
  },
})

const choiceOf = ({ options, ...words }: FieldWords & { readonly options: readonly SelectOption[] }) => ({
  ...words,
  control: { kind: 'choice' as const, options },
})

const textOf = ({
  mono,
  placeholder,
  ...words
}: FieldWords & { readonly mono: true; readonly placeholder: string }) => ({
  ...words,
  control: { kind: 'text' as const, mono, placeholder },
})

const fields = {
  'meta.name': { label: 'Name', control: { kind: 'text', maxLength: 400 } },
  'request.method': {
    label: 'Method',
    control: { kind: 'own' },
  },
  'request.url': { label: 'Address' },
  'request.parameters': pairs('Parameter'),
  'request.headers': pairs('Header'),
  'request.variables': pairs('Variable'),
  'request.allowed_origins': {
    label: 'Allowed origins',
    subject: 'This field',
    member: 'Each entry',
    hint: 'Secrets of this monitor are sent only here. Separated by commas.',
    control: { kind: 'text', mono: true, inputMode: 'url', placeholder: 'https://api.example.com' },
  },
  'request.auth_id': {
    label: 'Auth setting',
    part: 'authentication',
    hint: 'How the call authenticates.',
    control: { kind: 'choice', options: [] },
  },
  'request.token_id': {
    label: 'Token',
    part: 'authentication',
    hint: 'Your own tokens of the setting.',
    control: { kind: 'choice', options: [] },
  },
  'request.bodyMode': { label: 'Body type', part: 'body' },
  'request.body': { label: 'Body' },
  'request.fields': { label: 'Body fields', part: 'body' },
  'request.parts': { ...pairs('Part'), part: 'body' },
  'request.fileId': { label: 'File', part: 'body', paths: ['request.file_id'] },
  'request.binary': { label: 'Binary body', part: 'body' },
  conditions: conditionsField,
  breakOnFail: { label: 'Stop after the first failed condition', part: 'conditions' },
  numericTexts: NUMERIC_TEXTS_FIELD,
  schedule: { label: 'Runs on', part: 'schedule', control: { kind: 'choice', options: [] } },
  'meta.description': { label: 'Description', optional: true, control: { kind: 'lines', rows: 2 } },
  'meta.tags': {
    label: 'Tags',
    member: 'A tag',
    optional: true,
    hint: 'Separated by commas.',
    control: { kind: 'text' },
  },
  'meta.workspace': { label: 'Environment', hint: 'Provides variables for the call.', control: { kind: 'text' } },
  'request.follow_redirects': {
    label: 'Follow redirects',
    part: 'redirects',
    hint: 'The phases shown are those of the last hop.',
    control: { kind: 'checkbox' },
  },
  'request.redirect_method': choiceOf(REDIRECT_METHOD_FIELD),
  'request.unset_variables': choiceOf(UNSET_VARIABLES_FIELD),
  'request.verify_tls': {
    label: 'Verify the TLS certificate',
    part: 'TLS',
    hint: 'When off, expired certificates and certificates of other hosts are accepted.',
    control: { kind: 'checkbox' },
  },
  'request.connect_to': textOf(CONNECT_TO_FIELD),
  'request.tls_name': textOf(TLS_NAME_FIELD),
  'request.timeout_seconds': {
    label: 'Time-out, seconds',
    subject: 'The time-out',
    part: 'time-out',
    hint: `${TIMEOUT_SECONDS.least} to ${TIMEOUT_SECONDS.most}`,
    control: { kind: 'text', inputMode: 'numeric' },
  },
} satisfies Record<string, DrawnField>

/** The form's path of a pair in the body, which leaves out empty rows. */
const atItsRow = (path: string, { request }: MonitorForm): string => {
  if (path === 'request.body' && request.bodyMode === 'binary') return 'request.binary'
  const [part, nth] = /^request\.parts\[(\d+)\]/.exec(path) ?? []
  if (part !== undefined) {
    const row = request.parts.flatMap((each, at) => (isWrittenPart(each) ? [at] : []))[Number(nth)]
    return row === undefined ? path : `request.parts[${row}]${path.slice(part.length)}`
  }
  const [start, list, sent] = /^request\.(parameters|headers|variables)\[(\d+)\]/.exec(path) ?? []
  if (list !== 'parameters' && list !== 'headers' && list !== 'variables') return path
  const rows = request[list].flatMap((pair, row) => (isWritten(pair) ? [row] : []))
  const row = rows[Number(sent)]
  return row === undefined ? path : `request.${list}[${row}]${path.slice(start?.length)}`
}

/** A monitor and its conditions: two endpoints, one form. */
type Stored = { readonly monitor: Pick<CallMonitor, 'id' | 'meta' | 'request'>; readonly judged: ConditionSet }

/** A monitor's form. */
export const monitorTable = formTable({
  fields,
  formOf: ({ monitor, judged }: Stored) => formOf(monitor, judged),
  bodyOf: (form: MonitorForm) => ({ monitor: draftOf(form), conditions: conditionsOf(form) }),
  rules({ monitor, conditions }, form, base) {
    const { bodyMode, body, fileId } = form.request
    const json = bodyMode === 'json' ? jsonProblem(body) : null
    return [
      ...typedTagProblems('meta.tags', membersOf(form.meta.tags)),
      ...monitorProblems(monitor),
      ...originProblems(form.request),
      ...reentryProblems(base.request, form.request),
      ...conditionProblems(conditions),
      ...(json ? [{ field: 'request.body', message: jsonSentence(json) }] : []),
      ...(bodyMode === 'file' && fileId === '' ? [{ field: 'request.fileId', message: 'Choose a file.' }] : []),
      ...(bodyMode === 'multipart' && monitor.request.parts?.length === 0
        ? [{ field: 'request.parts', message: 'Add a part, or choose another type of body.' }]
        : []),
    ]
  },
  locate: atItsRow,
})

/** The open form of a monitor. */
export type MonitorFormState = RecordFormState<MonitorForm, keyof typeof fields>

/** Adds the errors of secrets that have to be entered again: a changed address shows them at once. */
export const withReentry = <State extends MonitorFormState>(form: State): State => {
  const { problems, base, draft } = form
  const reentry = reentryProblems(base.request, draft.request)
    .map(({ field, message }): FormProblem => ({ field: atItsRow(field, draft), message }))
    .filter(({ field }) => !problems.some((problem) => problem.field === field))
  return reentry.length === 0 ? form : { ...form, problems: [...problems, ...reentry] }
}
