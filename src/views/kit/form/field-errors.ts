import { midSentence } from '../../../domain/core/mid-sentence.ts'
import { type Problem, saysOf } from '../../../domain/core/problem.ts'
import type { FieldWords, Naming } from './field.ts'

/** A field error at the control that shows it. */
export type FormProblem = { readonly field: string; readonly message: string }

/** A field error of a rule or of the server. */
export type FieldError = Pick<Problem, 'field' | 'message' | 'says'>

/** The words of each field, by its path in the form. */
export type FieldTable = Readonly<Record<string, FieldWords>>

type Place = { readonly path: string; readonly words: FieldWords; readonly rest: string }

const isWithin = (path: string, start: string): boolean =>
  path === start || (path.startsWith(start) && /[.[]/.test(path.charAt(start.length)))

/** The field that a path is about: the one with the longest path that leads there. */
const matchRoute = (table: FieldTable, path: string): Place | null => {
  const candidates = Object.entries(table).flatMap(([field, words]) =>
    [...(words.paths ?? []), field]
      .filter((start) => isWithin(path, start))
      .map((start) => ({ path: field, words, rest: path.slice(start.length), length: start.length })),
  )
  return candidates.toSorted((a, b) => b.length - a.length)[0] ?? null
}

const ofField = ({ label, subject, member }: FieldWords, rest: string): Naming => ({
  label,
  subject: (rest !== '' ? member : undefined) ?? subject ?? `The ${midSentence(label)}`,
})

const namingOf = ({ words, rest }: Place): Naming =>
  rest !== '' && words.within ? words.within(rest) : ofField(words, rest)

/** The label of the control at a path, as the summary of errors names it. */
export const labelAt = (table: FieldTable, path: string): string => {
  const place = matchRoute(table, path)
  return place ? namingOf(place).label : 'Form'
}

/** A field error of a rule or of the server at the form's own field, with that field as the subject of its sentence. */
export const placed = (table: FieldTable, problem: FieldError): FormProblem => {
  const place = matchRoute(table, problem.field)
  const says = saysOf(problem)
  const subject = place ? namingOf(place).subject : 'This'
  return {
    field: !place ? problem.field : place.words.within ? place.path + place.rest : place.path,
    message: says === undefined ? problem.message : `${subject} ${says}`,
  }
}

/** The error to show at a field. */
export const problemAt = (problems: readonly FormProblem[], field: string): string | undefined =>
  problems.find((problem) => problem.field === field)?.message
