import type { Shown } from '../commands/core/world.ts'
import type { Outcome, ShownData } from '../commands/headless/outcome.ts'
import { reasonsOf } from '../domain/results/result-reasons.ts'
import { dataText, documentsText } from './data-text.ts'
import { fieldsOf } from './fields.ts'
import { column } from './list-columns.ts'
import { type Form, isForPeople, namesOf, narrowing, rowsText } from './row-text.ts'
import { chosenColumns, columnsOf, tableOf } from './table.ts'
import { type Paint, paintCategory, paintOf, plainText, type TerminalIo } from './terminal-io.ts'

/** Data as it is printed. */
export const shownText = (shown: Shown, form: Form, io: TerminalIo): string => {
  if (shown.form === 'rows') return rowsText(shown.rows, form, io)
  const { one } = shown
  if (form.format === 'name') return namesOf([one])
  if (!isForPeople(form)) return dataText(one, form.format)
  return typeof one === 'string' ? one : fieldsOf(one, paintOf(io))
}

/** The column with the name of the object that a row is about. */
const OBJECT = 'object'

/** Rows about several objects as one table, whose first column names the object of each. */
const rowsOfObjects = (all: readonly ShownData[], form: Form, io: TerminalIo): string => {
  const named = all.flatMap((each) => (each.form === 'rows' ? each.rows.map((row) => ({ row, of: each.of })) : []))
  const rows = named.map(({ row }) => row)
  const isWide = form.format === 'wide'
  const chosen = form.columns === undefined ? null : chosenColumns(form.columns, rows)
  if (rows.length === 0) return ''
  const columns = chosen ?? columnsOf(rows, { kind: form.kind, isWide })
  const labelled = named.map(({ row, of }) => ({ ...row, [OBJECT]: of }))
  return tableOf(labelled, [column(OBJECT), ...columns], { hasHeads: form.hasHeads, isWide, io })
}

/** Data as it is printed: what is about several objects is one document, where each is named by its object or its place. */
export const allShownText = (all: readonly ShownData[], form: Form, io: TerminalIo): string => {
  if (all.every(({ of }) => of === undefined)) return all.map((each) => shownText(each, form, io)).join('')
  if (isForPeople(form)) {
    if (all.every((each) => each.form === 'rows')) return rowsOfObjects(all, form, io)
    const { bold } = paintOf(io)
    const headed = (each: ShownData): string => {
      const text = shownText(each, form, io)
      return `${each.of === undefined ? '' : `${bold(plainText(each.of))}\n`}${text.endsWith('\n') ? text : `${text}\n`}`
    }
    return all.map(headed).join('\n')
  }
  if (form.format === 'name' || form.format === 'jsonl') return all.map((each) => shownText(each, form, io)).join('')
  return documentsText(
    all.map((each) => (each.form === 'rows' ? narrowing(each.rows, form)(each.rows) : each.one)),
    form.format,
  )
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

/** A run as one line, and why it did not pass. */
export const runLine = (run: Outcome['runs'][number], paint: Paint): string => {
  const { name, category, responseTime, locationId, resultId, error, isLost, start, result } = run
  const head = `${category === null ? paint.dim(isLost ? (resultId === null && start !== 'unknown' ? 'not started' : 'unknown') : 'queued') : paintCategory(paint, category)}  ${plainText(name)}`
  const details = [
    ...(responseTime === null ? [] : [`${Math.round(responseTime)} ms`]),
    ...(locationId === null ? [] : [`from ${locationId}`]),
    ...(resultId === null ? [] : [paint.dim(resultId)]),
  ]
  const reasons = category === null || category === 'PASS' ? [] : reasonsOf(result)
  const lines = reasons.map((reason) => `      ${paint.dim(plainText(reason))}\n`)
  return `${head}  ${details.join('  ')}${error === null ? '' : `  ${plainText(error)}`}\n${lines.join('')}`
}
