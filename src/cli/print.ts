import type { Shown } from '../commands/core/world.ts'
import type { Outcome } from '../commands/headless/outcome.ts'
import { TerminalFailure } from './exit-codes.ts'
import { type Paint, paintCategory, paintOf, plainText, type TerminalIo } from './terminal-io.ts'

/** Fields that rows are told apart by, in the order of columns. */
const USUAL = [
  'id',
  'name',
  'meta.name',
  'title',
  'test',
  'project.name',
  'email',
  'call_name',
  'result_category',
  'meta.result_category',
  'last_result.result_category',
  'state',
  'status',
  'http_code',
  'response_time',
  'location_id',
  'request.method',
  'meta.domain',
  'access_level',
  'action',
  'enabled',
  'frequency',
  'type',
  'time',
  'started',
  'meta.started',
  'created',
]
const MOST_COLUMNS = 7
const FEWEST_COLUMNS = 3
const LONGEST_CELL = 60

const isScalar = (value: unknown): boolean => value === null || ['string', 'number', 'boolean'].includes(typeof value)

/** The value at a path, such as `meta.name`. */
const valueAt = (row: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, step) => (Object(value) as Record<string, unknown>)[step], row)

const has = (rows: readonly object[], path: string): boolean =>
  rows.some((row) => {
    const value = valueAt(row, path)
    return value !== undefined && value !== null && isScalar(value)
  })

/** The columns of rows that nobody chose columns for. */
const columnsOf = (rows: readonly object[]): readonly string[] => {
  const usual = USUAL.filter((path) => has(rows, path)).slice(0, MOST_COLUMNS)
  if (usual.length >= FEWEST_COLUMNS) return usual
  const further = Object.keys(rows[0] ?? {}).filter((key) => !usual.includes(key) && has(rows, key))
  return [...usual, ...further].slice(0, MOST_COLUMNS)
}

const cellOf = (value: unknown): string => {
  if (value === undefined || value === null) return ''
  return plainText(isScalar(value) ? String(value) : JSON.stringify(value))
}

/** Columns as they are asked for: names with commas between them. A name that no row has is told with those that there are. */
const chosenColumns = (text: string, rows: readonly object[]): readonly string[] => {
  const columns = text.split(',').flatMap((each) => each.trim() || [])
  const unknown = columns.find((path) => rows.length > 0 && rows.every((row) => valueAt(row, path) === undefined))
  if (unknown === undefined) return columns
  const fields = Object.keys(rows[0] ?? {}).join(', ')
  throw new TerminalFailure('usage', `No row has the column ${unknown}. Fields: ${fields}.`)
}

/** A table for a person; with tabs between its cells where a program reads it. */
const tableOf = (rows: readonly object[], columns: readonly string[], io: TerminalIo): string => {
  const cells = rows.map((row) => columns.map((path) => cellOf(valueAt(row, path))))
  if (!io.isTerminal) return [columns, ...cells].map((row) => `${row.join('\t')}\n`).join('')
  const paint = paintOf(io)
  const short = cells.map((row) =>
    row.map((cell) => (cell.length > LONGEST_CELL ? `${cell.slice(0, LONGEST_CELL - 1)}…` : cell)),
  )
  const heads = columns.map((path) => path.split('.').at(-1)?.replaceAll('_', ' ').toUpperCase() ?? '')
  const widths = heads.map((head, at) => short.reduce((most, row) => Math.max(most, row[at]?.length ?? 0), head.length))
  const line = (row: readonly string[], draw: (text: string, at: number) => string): string =>
    `${row
      .map((cell, at) => draw(at === row.length - 1 ? cell : cell.padEnd(widths[at] ?? 0), at))
      .join('  ')
      .trimEnd()}\n`
  const isCategory = (at: number): boolean => /category$/.test(columns[at] ?? '')
  return [
    line(heads, (text) => paint.dim(text)),
    ...short.map((row) =>
      line(row, (text, at) => (isCategory(at) ? text.replace(/\w+/, (word) => paintCategory(paint, word)) : text)),
    ),
  ].join('')
}

/** An object as lines of `field: value`, nested fields indented. */
const fieldsOf = (value: unknown, paint: Paint, depth = 0): string => {
  const indent = '  '.repeat(depth)
  if (isScalar(value)) return `${indent}${cellOf(value)}\n`
  return Object.entries(Object(value))
    .map(([key, each]) => {
      const head = Array.isArray(value) ? `${indent}- ` : `${indent}${paint.dim(`${plainText(key)}:`)} `
      if (isScalar(each)) return `${head}${cellOf(each)}\n`
      const inner = fieldsOf(each, paint, depth + 1)
      return inner === '' ? `${head}none\n` : `${head.trimEnd()}\n${inner}`
    })
    .join('')
}

export type Form = { readonly json: boolean; readonly jsonl: boolean; readonly columns: string | null }

/** Data as it is printed. */
export const shownText = (shown: Shown, form: Form, io: TerminalIo): string => {
  if (shown.form === 'one') {
    if (typeof shown.one === 'string') return form.json ? `${JSON.stringify(shown.one)}\n` : shown.one
    if (form.json || form.jsonl) return `${JSON.stringify(shown.one, null, form.jsonl ? 0 : 2)}\n`
    return fieldsOf(shown.one, paintOf(io))
  }
  const { rows } = shown
  const columns = form.columns === null ? null : chosenColumns(form.columns, rows)
  const narrowed = columns
    ? rows.map((row) => Object.fromEntries(columns.map((path) => [path, valueAt(row, path) ?? null])))
    : rows
  if (form.jsonl) return narrowed.map((row) => `${JSON.stringify(row)}\n`).join('')
  if (form.json) return `${JSON.stringify(narrowed, null, 2)}\n`
  return rows.length === 0 ? '' : tableOf(rows, columns ?? columnsOf(rows), io)
}

/** The outcome of a command that does something, as JSON. */
export const outcomeJson = ({ messages, written, secrets, runs, leadsTo }: Outcome, url: string): string =>
  `${JSON.stringify(
    {
      messages: messages.map(({ text }) => text),
      runs,
      answers: written.map(({ operation, answer }) => ({ operation, answer })),
      secrets,
      url: leadsTo === null ? null : url + leadsTo,
    },
    null,
    2,
  )}\n`

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
