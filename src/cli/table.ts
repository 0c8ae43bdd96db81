import type { EntityKind } from '../commands/core/world.ts'
import { cellOf, isScalar, planZone, readableCell, valueAt } from './cells.ts'
import { TerminalFailure } from './exit-codes.ts'
import { fittingWidths } from './fitting-widths.ts'
import { type Column, column, listColumns, usualColumns } from './list-columns.ts'
import { paintCategory, paintOf, type TerminalIo } from './terminal-io.ts'

/** Rows that a long list is laid out by. */
export const SAMPLE_ROWS = 1_000

const LONGEST_CELL = 60
const GAP = '  '

const has = (rows: readonly object[], path: string): boolean =>
  rows.some((row) => {
    const value = valueAt(row, path)
    return value !== undefined && value !== null && isScalar(value)
  })

/** The paths of plain values in a row, one level of objects deep. */
const pathsIn = (row: object): readonly string[] =>
  Object.entries(row).flatMap(([key, value]) =>
    isScalar(value) || Array.isArray(value) ? [key] : Object.keys(Object(value)).map((inner) => `${key}.${inner}`),
  )

/** The columns of rows that nobody chose columns for. `isWide`: also all other plain values. */
export const columnsOf = (
  rows: readonly object[],
  { kind, isWide }: { readonly kind: EntityKind | null; readonly isWide: boolean },
): readonly Column[] => {
  const chosen = (kind && listColumns(kind)) ?? usualColumns((path) => has(rows, path), Object.keys(rows[0] ?? {}))
  if (!isWide) return chosen
  const known = new Set(chosen.map(({ path }) => path))
  const further = [...new Set(rows.flatMap(pathsIn))].filter((path) => !known.has(path) && has(rows, path))
  return [...chosen, ...further.map(column)]
}

/** Columns as they are asked for: names with commas between them. A name that no row has is refused with those that there are. */
export const chosenColumns = (text: string, rows: readonly object[]): readonly Column[] => {
  const paths = text.split(',').flatMap((each) => each.trim() || [])
  const unknown = paths.find((path) => rows.length > 0 && rows.every((row) => valueAt(row, path) === undefined))
  if (unknown === undefined) return paths.map((path) => ({ ...column(path), path }))
  const fields = Object.keys(rows[0] ?? {}).join(', ')
  const none =
    rows.length < SAMPLE_ROWS ? 'No row has' : `None of the first ${SAMPLE_ROWS.toLocaleString('en-US')} rows has`
  throw new TerminalFailure('usage', `${none} the column ${unknown}. Fields: ${fields}.`)
}

export type TableOptions = { readonly hasHeads: boolean; readonly isWide: boolean; readonly io: TerminalIo }

/** A table in parts: the line of its heads, and lines for rows. */
type TableLayout = { readonly heads: string; readonly lines: (rows: readonly object[]) => string }

/** A table for programs: whole cells with tabs between them. */
const tabLayout = (columns: readonly Column[], hasHeads: boolean): TableLayout => {
  const line = (cells: readonly string[]): string => `${cells.join('\t')}\n`
  return {
    heads: hasHeads ? line(columns.map(({ path }) => path)) : '',
    lines: (rows) => rows.map((row) => line(columns.map(({ path }) => cellOf(valueAt(row, path))))).join(''),
  }
}

/**
 * The layout of a table for a person, cut to the terminal’s width, whose columns are as wide as a sample of rows needs; with tabs between whole
 * cells where a program reads it.
 */
export const tableLayout = (
  sample: readonly object[],
  columns: readonly Column[],
  { hasHeads, isWide, io }: TableOptions,
): TableLayout => {
  if (!io.isTerminal) return tabLayout(columns, hasHeads)
  const paint = paintOf(io)
  const short = (cell: string) => (cell.length > LONGEST_CELL && !isWide ? `${cell.slice(0, LONGEST_CELL - 1)}…` : cell)
  const cellsOf = (rows: readonly object[]) =>
    rows.map((row) => columns.map(({ path }) => short(readableCell(path, valueAt(row, path), io.env, planZone(row)))))
  const heads = hasHeads ? columns.map(({ head }) => head) : columns.map(() => '')
  const cells = cellsOf(sample)
  const ofCells = heads.map((_, at) => cells.reduce((most, row) => Math.max(most, row[at]?.length ?? 0), 0))
  const whole = heads.map((head, at) => Math.max(head.length, ofCells[at] ?? 0))
  const room = isWide ? null : io.columns()
  const kept = new Set(columns.flatMap(({ path }, at) => (path === 'id' ? [at] : [])))
  const widths = room === null ? whole : fittingWidths(whole, { line: room, gap: GAP.length, kept, cells: ofCells })
  const fitted = (cell: string, at: number): string => {
    const width = widths[at] ?? 0
    return cell.length > width ? `${cell.slice(0, width - 1)}…` : cell
  }
  const line = (row: readonly string[], draw: (text: string, at: number) => string): string =>
    `${row
      .map(fitted)
      .map((cell, at) => draw(at === row.length - 1 ? cell : cell.padEnd(widths[at] ?? 0), at))
      .join(GAP)
      .trimEnd()}\n`
  const isCategory = (at: number): boolean => /category$/.test(columns[at]?.path ?? '')
  const drawn = (text: string, at: number): string =>
    isCategory(at) ? text.replace(/\w+/, (word) => paintCategory(paint, word)) : text
  return {
    heads: hasHeads ? line(heads, (text) => paint.dim(text)) : '',
    lines: (rows) =>
      cellsOf(rows)
        .map((row) => line(row, drawn))
        .join(''),
  }
}

/** A table with all its rows. */
export const tableOf = (rows: readonly object[], columns: readonly Column[], options: TableOptions): string => {
  const { heads, lines } = tableLayout(rows, columns, options)
  return heads + lines(rows)
}
