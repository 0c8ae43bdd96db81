import { type NestedForm, placeOf, type RowFacts } from '../../contract/core/nested-form.ts'
import type { Problem } from '../../domain/core/problem.ts'
import { Refusal } from '../refusal.ts'
import { isRecord } from './definition.ts'

/** The body of the kind for a body in a nested form. */
export const flatBody = (form: NestedForm, body: unknown): unknown => {
  if (!isRecord(body)) return body
  const flatName = new Map(Object.entries(form.renamed).map(([flat, nested]) => [nested, flat]))
  return Object.fromEntries(
    Object.entries(body).flatMap(([key, value]) => {
      const fields = (key === 'meta' || key === form.group) && isRecord(value) ? Object.entries(value) : [[key, value]]
      return fields.map(([name, each]) => [flatName.get(String(name)) ?? name, each])
    }),
  )
}

/** A row of the kind in its nested form. */
export const nestedRow = (form: NestedForm, row: unknown, facts: RowFacts): unknown => {
  if (!isRecord(row)) return row
  const shown: Record<string, unknown> = {}
  const put = (group: string | null | undefined, name: string, value: unknown) => {
    if (group === null || group === undefined) shown[name] = value
    else shown[group] = { ...Object(shown[group]), [name]: value }
  }
  for (const [field, value] of Object.entries(row)) {
    const { group, name } = placeOf(form, field)
    put(group, name, value)
  }
  for (const [place, { of }] of Object.entries(form.derived)) {
    const [name = '', group] = place.split('.').reverse()
    put(group, name, of(row, facts))
  }
  return shown
}

/** A refusal whose fields have the names of the nested form, in its sentences as well. */
export const nestedRefusal = (form: NestedForm, refusal: Refusal): Refusal => {
  if (refusal.problems.length === 0) return refusal
  const problems = refusal.problems.map((problem) => nestedProblem(form, problem))
  const message = refusal.problems.reduce(
    (text, { message }, at) => text.replace(message, () => problems[at]?.message ?? message),
    refusal.message,
  )
  const { status, code, retryAfterSeconds, keepsWrites } = refusal
  return new Refusal(status, code, message, {
    problems,
    keepsWrites,
    ...(retryAfterSeconds !== null && { retryAfterSeconds }),
  })
}

const nestedProblem = (form: NestedForm, problem: Problem): Problem => {
  const [field = ''] = /^\w+/.exec(problem.field) ?? []
  if (field === '') return problem
  const { group, name } = placeOf(form, field)
  const path = `${group === null ? '' : `${group}.`}${name}${problem.field.slice(field.length)}`
  // A sentence has the field as its subject, or does not name it.
  const message = problem.message.startsWith(problem.field)
    ? path + problem.message.slice(problem.field.length)
    : problem.message
  return { ...problem, field: path, message }
}
