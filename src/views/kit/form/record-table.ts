import type { Field, Group } from './field.ts'
import type { FieldError } from './field-errors.ts'
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
  /** Makes the body of the fields' own parts, where it has another shape. */
  readonly write?: (plain: PlainBody<F>, form: FormOf<F>) => Body
  readonly rules?: (body: Body, form: FormOf<F>, base: FormOf<F>) => readonly FieldError[]
}

const valuesOf = (fields: Fields): readonly (readonly [string, AnyField])[] =>
  Object.entries(fields).flatMap(([key, field]) => ('blank' in field ? [[key, field] as const] : []))

const isKnown = (row: unknown, key: string): row is Record<string, unknown> =>
  typeof row === 'object' && row !== null && key in row

type Made = (key: string, field: AnyField) => unknown

/** The form or body with a value for each field. Its types are read off the same fields, but entries have lost them. */
const madeOf = <Whole>(fields: Fields, made: Made): Whole =>
  Object.fromEntries(valuesOf(fields).map(([key, field]) => [key, made(key, field)])) as Whole

/**
 * A table whose form is its fields: `recordTable<Row>()({ fields: { name: text({ label: 'Name' }) } })`. The row is named and
 * the rest is inferred, which takes two calls.
 */
export const recordTable =
  <Row>() =>
  <F extends Fields, Body = PlainBody<F>>(spec: RecordSpec<F, Body> & ReadRest<F, Row>) => {
    const { fields, read, write, rules = () => [] } = spec
    const blank = madeOf<FormOf<F>>(fields, (_, field) => field.blank)
    const table = formTable<FormOf<F>, Row, Body, keyof F & string>({
      fields,
      formOf(row) {
        const given: object = read?.(row) ?? {}
        return madeOf(fields, (key, field) => {
          if (isKnown(given, key)) return given[key]
          return isKnown(row, key) ? field.read(row[key]) : field.blank
        })
      },
      bodyOf(form) {
        const values: unknown = form
        const written: Made = (key, field) => field.write(isKnown(values, key) ? values[key] : field.blank)
        // Without a `write`, the body's type is that of the plain one by default.
        return write ? write(madeOf(fields, written), form) : madeOf<Body>(fields, written)
      },
      rules,
    })
    return { ...table, blank }
  }
