import type { EntityKind } from '../commands/core/world.ts'
import { valueAt } from './cells.ts'
import { dataText } from './data-text.ts'
import type { Format } from './formats.ts'
import { chosenColumns, columnsOf, tableLayout } from './table.ts'
import { plainText, type TerminalIo } from './terminal-io.ts'

/** The format of printed data, and its options. */
export type Form = {
  readonly format: Format
  readonly columns: string | undefined
  readonly hasHeads: boolean
  /** The kind of the rows; null where they are of none. */
  readonly kind: EntityKind | null
}

/** Whether data is printed for people, as a table or fields. */
export const isForPeople = ({ format }: Form): boolean => format === 'table' || format === 'wide'

/** The texts that rows or objects are named by in a line: their ids, else their names. */
export const namesOf = (rows: readonly unknown[]): string =>
  rows
    .flatMap((row) => {
      const { id, name } = Object(row) as { id?: unknown; name?: unknown }
      const named = id ?? name
      return typeof named === 'string' || typeof named === 'number' ? [`${plainText(String(named))}\n`] : []
    })
    .join('')

/** Cuts rows to their chosen columns, as JSON and YAML have them. `sample`: rows that a chosen column has to be in. */
export const narrowing = (
  sample: readonly object[],
  { columns: chosen }: Form,
): ((rows: readonly object[]) => readonly object[]) => {
  if (chosen === undefined) return (rows) => rows
  const columns = chosenColumns(chosen, sample)
  return (rows) => rows.map((row) => Object.fromEntries(columns.map(({ path }) => [path, valueAt(row, path) ?? null])))
}

/** A list as text in parts: what comes first, each part of its rows, and what comes last. */
export type RowText = {
  readonly start: string
  readonly part: (rows: readonly object[]) => string
  readonly end: string
}

const indented = (row: object): string => dataText(row, 'json').trimEnd().replace(/^/gm, '  ')

const arrayText = (narrow: (rows: readonly object[]) => readonly object[]): RowText => {
  let isFirst = true
  const rowText = (row: object): string => {
    const separator = isFirst ? '' : ','
    isFirst = false
    return `${separator}\n${indented(row)}`
  }
  return { start: '[', part: (rows) => narrow(rows).map(rowText).join(''), end: '\n]\n' }
}

/** The text of a list whose first rows are a sample: its columns, and their widths on a terminal, are those that fit the sample. */
export const rowTextOf = (sample: readonly object[], form: Form, io: TerminalIo): RowText => {
  const { format, kind, hasHeads } = form
  if (format === 'name') return { start: '', part: namesOf, end: '' }
  if (isForPeople(form)) {
    const isWide = format === 'wide'
    const chosen = form.columns === undefined ? null : chosenColumns(form.columns, sample)
    const { heads, lines } = tableLayout(sample, chosen ?? columnsOf(sample, { kind, isWide }), {
      hasHeads,
      isWide,
      io,
    })
    return { start: heads, part: lines, end: '' }
  }
  const narrow = narrowing(sample, form)
  if (format === 'json') return arrayText(narrow)
  const dataOf = format === 'jsonl' ? (row: object) => dataText(row, format) : (row: object) => dataText([row], format)
  return { start: '', part: (rows) => narrow(rows).map(dataOf).join(''), end: '' }
}

/** All rows of a list as text. */
export const rowsText = (rows: readonly object[], form: Form, io: TerminalIo): string => {
  if (rows.length === 0) return form.format === 'json' || form.format === 'yaml' ? dataText([], form.format) : ''
  const { start, part, end } = rowTextOf(rows, form, io)
  return start + part(rows) + end
}
