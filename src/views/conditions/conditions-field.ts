import type { FieldWords } from '../kit/form/field.ts'

const SUBJECTS: Readonly<Record<string, string>> = {
  property: 'The property',
  val: 'The value',
  val2: 'The second value',
  condition: 'The comparison',
  'set_variable.name': 'The variable name',
  include_tags: 'Each tag',
  exclude_tags: 'Each tag',
  'on_true.outcome': 'The outcome',
  'on_false.outcome': 'The outcome',
}

/** Words of the field that holds conditions; each condition shows its own errors. */
export const conditionsField: FieldWords = {
  label: 'Conditions',
  subject: 'This',
  within(rest) {
    const [, index, part = ''] = /^\[(\d+)\]\.?(.*)$/.exec(rest) ?? []
    return { label: `Condition ${Number(index) + 1}`, subject: SUBJECTS[part] ?? 'This' }
  },
}

/** Words of the field for how texts of JSON are compared. */
export const NUMERIC_TEXTS_FIELD: FieldWords = { label: 'Compare texts in JSON as numbers', part: 'conditions' }
