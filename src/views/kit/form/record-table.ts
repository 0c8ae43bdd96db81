import type { Problem } from '../../../domain/core/problem.ts'
import type { Field, Group } from './field.ts'
import { formTable } from './form-table.ts'

// A constraint without type parameters would refuse fields of a narrower kind: what is held is read off each field below.
// biome-ignore lint/suspicious/noExplicitAny: a field is a function of what it holds both ways, so that only any takes all
type AnyField = Field<any, any>

type Fields = Readonly<Record<string, AnyField | Group>>
type ValueKeys<F extends Fields> = { [K in keyof F]: F[K] extends AnyField ? K : never }[keyof F]

/** The draft of a form, by its fields. */
export type FormOf<F extends Fields> = {
  readonly [K in ValueKeys<F>]: F[K] extends Field<infer Held, infer _> ? Held : never
}
type PlainBody<F extends Fields> = {
  [K in ValueKeys<F>]: F[K] extends Field<infer _, infer Stored> ? Stored : never
}
/** Fields that a row does not have under their name and in their shape: the form says how they are read. */
type Unread<F extends Fields, Row> = {
  [K in ValueKeys<F>]: K extends keyof Row ? (Row[K] extends PlainBody<F>[K] ? never : K) : K
}[ValueKeys<F>]

type ReadRest<F extends Fields, Row> = [Unread<F, Row>] extends [never]
  ? { readonly read?: (row: Row) => Partial<FormOf<F>> }
  : { readonly read: (row: Row) => Pick<FormOf<F>, Unread<F, Row>> & Partial<FormOf<F>> }

type RecordSpec<F extends Fields, Body> = {
  readonly fields: F
  /** The body, of each field written by itself, where it is another one. */
  readonly write?: (plain: PlainBody<F>, form: FormOf<F>) => Body
  readonly rules?: (
    body: Body,
    form: FormOf<F>,
    base: FormOf<F>,
  ) => readonly Pick<Problem, 'field' | 'message' | 'says'>[]
}

const valuesOf = (fields: Fields): readonly (readonly [string, AnyField])[] =>
  Object.entries(fields).flatMap(([key, field]) => ('blank' in field ? [[key, field] as const] : []))

const isKnown = (row: unknown, key: string): row is Record<string, unknown> =>
  typeof row === 'object' && row !== null && key in row

/**
 * A table whose form is its fields: `recordTable<Row>()({ fields: { name: text({ label: 'Name' }) } })`. The row is named and
 * the rest is inferred, which takes two calls.
 */
export const recordTable =
  <Row>() =>
  <F extends Fields, Body = PlainBody<F>>(spec: RecordSpec<F, Body> & ReadRest<F, Row>) => {
    const { fields, read, write, rules = () => [] } = spec
    const values = valuesOf(fields)
    // The types of these two are read off the fields that are gone through; an object made of entries has lost them.
    const formOfEntries = (held: (key: string, field: AnyField) => unknown): FormOf<F> =>
      Object.fromEntries(values.map(([key, field]) => [key, held(key, field)])) as FormOf<F>
    const plainOf = (form: FormOf<F>): PlainBody<F> =>
      Object.fromEntries(
        values.map(([key, field]) => [key, field.write((form as Readonly<Record<string, unknown>>)[key])]),
      ) as PlainBody<F>
    // Without a `write` of its own, the body is the plain one: that is the default of its type.
    const bodyOf = (form: FormOf<F>): Body => (write ? write(plainOf(form), form) : (plainOf(form) as unknown as Body))
    const formOf = (row: Row): FormOf<F> => {
      const given: object = read?.(row) ?? {}
      return formOfEntries((key, field) => {
        if (isKnown(given, key)) return given[key]
        return isKnown(row, key) ? field.read(row[key]) : field.blank
      })
    }
    const table = formTable<FormOf<F>, Row, Body, keyof F & string>({ fields, formOf, bodyOf, rules })
    return { ...table, blank: formOfEntries((_, { blank }) => blank) }
  }
