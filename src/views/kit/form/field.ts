import type { ReactNode } from 'react'
import type { SelectOption } from '../../parts/form/Select.tsx'
import { listedOf, membersOf } from './comma-list.ts'

/** Label of a control, and the subject of a sentence about it: `Header 2 name`, `The name`. */
export type Naming = { readonly label: string; readonly subject: string }

/** Words of a field. */
export type FieldWords = {
  /** Stands above the control, and before its error in the summary. */
  readonly label: string
  /** Subject of what a rule says: `The name` must not be empty. Made of the label unless given. */
  readonly subject?: string
  /** Word in the save bar: "to name and tags". The label in lower case unless given; fields may share one. */
  readonly part?: string
  readonly hint?: ReactNode
  readonly optional?: boolean
  /** Paths that the API has for this field, where they differ from its own: `frequency` for `seconds`. */
  readonly paths?: readonly string[]
  /** Names a control within the field by the rest of its path, such as `[1].key`. Errors then stay at that control. */
  readonly within?: (rest: string) => Naming
  /** Subject of a rule about one member of a list that is typed in one control: `A tag`. */
  readonly member?: string
}

type TextLook = {
  readonly placeholder?: string
  readonly maxLength?: number
  readonly mono?: boolean
  readonly inputMode?: 'text' | 'numeric' | 'decimal' | 'url' | 'email' | 'tel'
  readonly type?: 'text' | 'email' | 'password' | 'number' | 'datetime-local' | 'date' | 'time'
  readonly autoComplete?: string
  readonly autoFocus?: boolean
  readonly min?: number
  readonly max?: number
}

type Options = readonly (SelectOption | { readonly group: string; readonly options: readonly SelectOption[] })[]

/** The control that draws a field; `own` is drawn by its form. */
export type Control =
  | ({ readonly kind: 'text' } & TextLook)
  | { readonly kind: 'lines'; readonly rows?: number; readonly mono?: boolean; readonly placeholder?: string }
  | { readonly kind: 'choice'; readonly options: Options }
  | { readonly kind: 'switch' | 'checkbox' }
  | { readonly kind: 'own' }

/** One row of a form's table: words, control, and the way from what is stored to what is typed and back. */
export type Field<Held, Stored> = FieldWords & {
  readonly control: Control
  /** The value that a new form begins with. */
  readonly blank: Held
  read(stored: Stored): Held
  write(held: Held): Stored
}

/** Several controls under one name, with errors of their own but no value. */
export type Group = FieldWords & { readonly control: { readonly kind: 'group' } }

/** A field as it is drawn; one without a control is drawn by its form. */
export type DrawnField = FieldWords & { readonly control?: Control | Group['control'] }

type With<Look, Held> = FieldWords & Look & { readonly blank?: Held }

/** Splits the words of a field from what its control is given. */
const apart = <Look extends object, Held>({
  label,
  subject,
  part,
  hint,
  optional,
  paths,
  within,
  member,
  blank,
  ...look
}: With<Look, Held>) => {
  const given = { subject, part, hint, optional, paths, within, member }
  const words = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  return { words: { label, ...words } satisfies FieldWords, look, blank }
}

/** One line of text; space around it is not part of it. */
export const text = (spec: With<TextLook, string>): Field<string, string> => {
  const { words, look, blank = '' } = apart(spec)
  return { ...words, control: { kind: 'text', ...look }, blank, read: (stored) => stored, write: (held) => held.trim() }
}

/** One line of text that may be left empty; empty is stored as null. */
export const textOrNone = (spec: With<TextLook, string>): Field<string, string | null> => ({
  ...text({ optional: true, ...spec }),
  read: (stored) => stored ?? '',
  write: (held) => held.trim() || null,
})

/** Several lines of text; empty is stored as null. */
export const linesOrNone = (
  spec: With<{ readonly rows?: number; readonly mono?: boolean }, string>,
): Field<string, string | null> => {
  const { words, look, blank = '' } = apart(spec)
  return {
    ...words,
    control: { kind: 'lines', ...look },
    blank,
    read: (stored) => stored ?? '',
    write: (held) => (held.trim() === '' ? null : held),
  }
}

/** A comma-separated list, such as tags. */
export const words = (spec: With<TextLook, string>): Field<string, string[]> => {
  const { words: own, look, blank = '' } = apart({ hint: 'Separated by commas.', ...spec })
  return { ...own, control: { kind: 'text', ...look }, blank, read: listedOf, write: membersOf }
}

/** A number as it is typed; text that is no number is stored as NaN, which no rule lets pass. */
export const number = (spec: With<TextLook, string>): Field<string, number> => {
  const { words: own, look, blank = '' } = apart(spec)
  return {
    ...own,
    control: { kind: 'text', inputMode: 'numeric', ...look },
    blank,
    read: String,
    write: (held) => (held.trim() === '' ? Number.NaN : Number(held)),
  }
}

/** One of a few. */
export const choice = (
  spec: FieldWords & { readonly options: Options; readonly blank?: string },
): Field<string, string> => {
  const { words: own, look, blank = '' } = apart(spec)
  return { ...own, control: { kind: 'choice', ...look }, blank, read: (stored) => stored, write: (held) => held }
}

const yesNo =
  (kind: 'switch' | 'checkbox') =>
  (spec: FieldWords & { readonly blank?: boolean }): Field<boolean, boolean> => {
    const { words: own, blank = false } = apart(spec)
    return { ...own, control: { kind }, blank, read: (stored) => stored, write: (held) => held }
  }

/** On or off, drawn as a switch. */
export const toggle = yesNo('switch')

/** Yes or no, drawn as a box to tick. */
export const checkbox = yesNo('checkbox')

/** A value with a control of the form's own, stored as it is held. */
export const own = <Held>(spec: FieldWords & { readonly blank: Held }): Field<Held, Held> => {
  const { words: given, blank } = apart(spec)
  return {
    ...given,
    control: { kind: 'own' },
    blank: blank ?? spec.blank,
    read: (stored) => stored,
    write: (held) => held,
  }
}

/** Several controls under one name. */
export const group = (spec: FieldWords): Group => ({ ...spec, control: { kind: 'group' } })
