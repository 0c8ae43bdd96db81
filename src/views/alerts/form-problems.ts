import { webhookProblems } from '../../domain/alerts/webhook-rules.ts'
import { WEBHOOK_TYPES } from '../../domain/alerts/webhook-types.ts'
import type { Problem } from '../../domain/core/problem.ts'
import { draftOf, type WebhookForm } from './webhook-form.ts'
import type { Webhook } from './webhook-list.ts'

export type FieldProblem = Pick<Problem, 'field' | 'message'>

/** Fields of the API by those of the form, and what they are called in a sentence. */
const FIELDS: readonly (readonly [path: RegExp, field: string, subject: string])[] = [
  [/^name/, 'name', 'The name'],
  [/^alerts/, 'alerts', 'This'],
  [/^parameters\.fails_in_a_row/, 'fails', 'This'],
  [/^parameters\.no_data_periods/, 'periods', 'This'],
  [/^monitor_id/, 'monitorId', 'The monitor'],
  [/^include_tags/, 'includeTags', 'A tag'],
  [/^exclude_tags/, 'excludeTags', 'A tag'],
]

const besideField = (form: WebhookForm, { field, message }: FieldProblem): FieldProblem => {
  const [, own = field, subject] = FIELDS.find(([path]) => path.test(field)) ?? []
  const parameter = WEBHOOK_TYPES[form.type].parameters.find(({ name }) => field === `parameters.${name}`)
  const called = subject ?? parameter?.label ?? 'This'
  const said = message.startsWith(field) ? called + message.slice(field.length) : message
  return { field: own, message: said.replace(/\bparameters\.(\w+)/g, '$1') }
}

/** What keeps a form from being saved, each problem at its field. `before` is what is stored, where there is something. */
export const formProblems = (form: WebhookForm, before?: Webhook): FieldProblem[] => {
  if (form.alerts.length === 0)
    return [{ field: 'alerts', message: 'Choose at least one kind of result.' }, ...otherProblems(form, before)]
  return otherProblems(form, before)
}

const otherProblems = (form: WebhookForm, before: Webhook | undefined): FieldProblem[] => {
  const { alerts, ...draft } = draftOf(form)
  const problems = webhookProblems(draft, before).map((problem) => besideField(form, problem))
  return form.scope === 'one' && form.monitorId === ''
    ? [...problems, { field: 'monitorId', message: 'Choose the monitor.' }]
    : problems
}

/** The problem of one field. */
export const problemAt = (problems: readonly FieldProblem[], field: string): string | undefined =>
  problems.find((problem) => problem.field === field)?.message
