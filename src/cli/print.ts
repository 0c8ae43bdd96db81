import type { EntityKind, Shown } from '../commands/core/world.ts'
import type { Outcome } from '../commands/headless/outcome.ts'
import { valueAt } from './cells.ts'
import { dataText } from './data-text.ts'
import { fieldsOf } from './fields.ts'
import type { Format } from './formats.ts'
import { chosenColumns, columnsOf, tableOf } from './table.ts'
import { type Paint, paintCategory, paintOf, plainText, type TerminalIo } from './terminal-io.ts'

/** The format of printed data, and its options. */
export type Form = {
  readonly format: Format
  readonly columns: string | undefined
  readonly hasHeads: boolean
  /** The kind of the rows; null where they are of none. */
  readonly kind: EntityKind | null
}

/** The text that a row or an object is named by in a line: its id, else its name. */
const namesOf = (rows: readonly unknown[]): string =>
  rows
    .flatMap((row) => {
      const { id, name } = Object(row) as { id?: unknown; name?: unknown }
      const named = id ?? name
      return typeof named === 'string' || typeof named === 'number' ? [`${plainText(String(named))}\n`] : []
    })
    .join('')

const rowsText = (rows: readonly object[], form: Form, io: TerminalIo): string => {
  const { format, kind, hasHeads } = form
  const columns = form.columns === undefined ? null : chosenColumns(form.columns, rows)
  const narrowed = columns
    ? rows.map((row) => Object.fromEntries(columns.map(({ path }) => [path, valueAt(row, path) ?? null])))
    : rows
  if (format === 'name') return namesOf(rows)
  if (format === 'jsonl') return narrowed.map((row) => dataText(row, format)).join('')
  if (format === 'json' || format === 'yaml') return dataText(narrowed, format)
  if (rows.length === 0) return ''
  const isWide = format === 'wide'
  return tableOf(rows, columns ?? columnsOf(rows, { kind, isWide }), { hasHeads, isWide, io })
}

/** Data as it is printed. */
export const shownText = (shown: Shown, form: Form, io: TerminalIo): string => {
  if (shown.form === 'rows') return rowsText(shown.rows, form, io)
  const { one } = shown
  if (form.format === 'name') return namesOf([one])
  if (form.format !== 'table' && form.format !== 'wide') return dataText(one, form.format)
  return typeof one === 'string' ? one : fieldsOf(one, paintOf(io))
}

/** The outcome of a command that does something, as data. */
export const outcomeData = ({ messages, written, secrets, runs, leadsTo }: Outcome, url: string) => ({
  messages: messages.map(({ text }) => text),
  runs,
  answers: written.map(({ operation, answer }) => ({ operation, answer })),
  secrets,
  url: leadsTo === null ? null : url + leadsTo,
})

/** The ids of the runs that a command started, or of the objects that it made or changed. */
export const outcomeNames = ({ written, runs }: Outcome): string =>
  runs.length > 0
    ? namesOf(runs.map(({ resultId }) => ({ id: resultId })))
    : namesOf(written.map(({ answer }) => answer))

/** A run as one line. */
export const runLine = (run: Outcome['runs'][number], paint: Paint): string => {
  const { name, category, responseTime, locationId, resultId, error, isLost } = run
  const head = `${category === null ? paint.dim(isLost ? 'unknown' : 'queued') : paintCategory(paint, category)}  ${plainText(name)}`
  const details = [
    ...(responseTime === null ? [] : [`${Math.round(responseTime)} ms`]),
    ...(locationId === null ? [] : [`from ${locationId}`]),
    ...(resultId === null ? [] : [paint.dim(resultId)]),
  ]
  return `${head}  ${details.join('  ')}${error === null ? '' : `  ${plainText(error)}`}\n`
}
