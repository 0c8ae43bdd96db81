import { conditionProblems } from '../../domain/condition-rules.ts'
import { monitorProblems } from '../../domain/monitor-rules.ts'
import { jsonProblem, jsonSentence } from './json-problem.ts'
import { conditionsOf, draftOf, type MonitorForm } from './monitor-form.ts'

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
  [/^conditions\[\d+\]\.val$/, 'The value'],
  [/^conditions\[\d+\]\.val2$/, 'The second value'],
  [/^conditions\[\d+\]\.property$/, 'This'],
  [/^conditions\[\d+\]\.condition$/, 'The comparison'],
  [/^conditions\[\d+\]\.on_(true|false)\.outcome$/, 'The outcome'],
]

/** A rule's sentence as it is read beside its field. */
const besideField = ({ field, message }: FieldProblem): FieldProblem => {
  const subject = SUBJECTS.find(([path]) => path.test(field))?.[1] ?? 'This'
  const said = message.startsWith(field) ? subject + message.slice(field.length) : message
  return { field, message: said.replace(/\b(less than|as) val\b/, '$1 the first value') }
}

/** A tag's place in the list says nothing to whoever types them in one field. */
const inTagField = (problem: FieldProblem): FieldProblem =>
  problem.field.startsWith('meta.tags') ? { ...problem, field: 'meta.tags' } : problem

/** What keeps a form from being saved, each problem at its field, in the order of the form. */
export const formProblems = (form: MonitorForm): FieldProblem[] => {
  const draft = draftOf(form)
  const rules = [...monitorProblems(draft), ...conditionProblems(conditionsOf(form))]
  const { bodyMode, body } = form.request
  const json = bodyMode === 'json' ? jsonProblem(body) : null
  const problems = rules.map(besideField).map(inTagField)
  return json ? [...problems, { field: 'request.body', message: jsonSentence(json) }] : problems
}

/** The problems of one field. */
export const problemAt = (problems: readonly FieldProblem[], field: string): string | undefined =>
  problems.find((problem) => problem.field === field)?.message
