import { conditionProblems } from '../../domain/conditions/condition-rules.ts'
import { monitorProblems } from '../../domain/monitors/monitor-rules.ts'
import { jsonProblem, jsonSentence } from './json-problem.ts'
import { conditionsOf, draftOf, isWritten, type MonitorForm, NEW_MONITOR } from './monitor-form.ts'
import { originProblems, reentryProblems } from './secret-problems.ts'

export type FieldProblem = { readonly field: string; readonly message: string }

/** What a field is called in a sentence; the rules speak of fields by their paths. */
const SUBJECTS: readonly (readonly [path: RegExp, subject: string])[] = [
  [/^meta\.name$/, 'The name'],
  [/^meta\.tags(\[\d+\])?$/, 'A tag'],
  [/^meta\.workspace$/, 'The environment'],
  [/^request\.url$/, 'The address'],
  [/^request\.method$/, 'The method'],
  [/^request\.timeout_seconds$/, 'The time-out'],
  [/^request\.headers\[\d+\]\.key$/, 'The name'],
  [/^request\.headers\[\d+\]\.value$/, 'The value'],
  [/^request\.variables\[\d+\]\.key$/, 'The name'],
  [/^request\.allowed_origins$/, 'This field'],
  [/^request\.allowed_origins\[\d+\]$/, 'Each entry'],
  [/^conditions\[\d+\]\.val$/, 'The value'],
  [/^conditions\[\d+\]\.val2$/, 'The second value'],
  [/^conditions\[\d+\]\.property$/, 'This'],
  [/^conditions\[\d+\]\.condition$/, 'The comparison'],
  [/^conditions\[\d+\]\.on_(true|false)\.outcome$/, 'The outcome'],
]

/** A rule's sentence as it is read beside its field. */
const besideField = ({ field, message }: FieldProblem): FieldProblem => {
  const subject = SUBJECTS.find(([path]) => path.test(field))?.[1] ?? 'This'
  // `field: A whole sentence.` is one without its beginning too.
  const rest = message.slice(field.length)
  const said = !message.startsWith(field) ? message : rest.startsWith(': ') ? rest.slice(2) : subject + rest
  return { field, message: said.replace(/\b(less than|as) val\b/, '$1 the first value') }
}

/** A place in a list that is typed in one field says nothing to whoever types it. */
const inOneField = (problem: FieldProblem): FieldProblem => {
  const whole = ['meta.tags', 'request.allowed_origins'].find((field) => problem.field.startsWith(field))
  return whole ? { ...problem, field: whole } : problem
}

/** The problem of a pair that would be sent, at the row where that pair stands in the form: empty rows are not sent. */
const atItsRow =
  (request: MonitorForm['request']) =>
  (problem: FieldProblem): FieldProblem => {
    const [start, list, sent] = /^request\.(parameters|headers|variables)\[(\d+)\]/.exec(problem.field) ?? []
    if (list !== 'parameters' && list !== 'headers' && list !== 'variables') return problem
    const rows = request[list].flatMap((pair, row) => (isWritten(pair) ? [row] : []))
    const row = rows[Number(sent)]
    if (row === undefined) return problem
    return { ...problem, field: `request.${list}[${row}]${problem.field.slice(start?.length)}` }
  }

/** What keeps a form from being saved, each problem at its field, in the order of the form. `base` is what is stored. */
export const formProblems = (form: MonitorForm, base: MonitorForm = NEW_MONITOR): FieldProblem[] => {
  const draft = draftOf(form)
  const rules = [
    ...monitorProblems(draft),
    ...originProblems(form.request),
    ...reentryProblems(base.request, form.request),
    ...conditionProblems(conditionsOf(form)),
  ]
  const { bodyMode, body } = form.request
  const json = bodyMode === 'json' ? jsonProblem(body) : null
  const problems = rules.map(besideField).map(inOneField).map(atItsRow(form.request))
  return json ? [...problems, { field: 'request.body', message: jsonSentence(json) }] : problems
}

/** What a changed address brings about shows at once, before its field was left or saving was tried. */
export const withReentry = (shown: readonly FieldProblem[], base: MonitorForm, form: MonitorForm): FieldProblem[] => [
  ...shown,
  ...reentryProblems(base.request, form.request)
    .map(besideField)
    .map(atItsRow(form.request))
    .filter(({ field }) => !shown.some((problem) => problem.field === field)),
]

/** The problems of one field. */
export const problemAt = (problems: readonly FieldProblem[], field: string): string | undefined =>
  problems.find((problem) => problem.field === field)?.message
