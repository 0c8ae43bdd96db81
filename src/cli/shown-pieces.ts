import type { ShownData } from '../commands/headless/outcome.ts'
import { dataText } from './data-text.ts'
import { allShownText, type Form, narrowed } from './print.ts'
import type { TerminalIo } from './terminal-io.ts'

/** Rows that are made one text at a time. */
const ROWS = 1_000

const indented = (row: unknown): string => dataText(row, 'json').trimEnd().replace(/^/gm, '  ')

/** An array of JSON, as it is written for all rows at once. */
function* arrayPieces(rows: readonly unknown[]): Generator<string> {
  for (let at = 0; at < rows.length; at += ROWS)
    yield `${at === 0 ? '[' : ','}\n${rows
      .slice(at, at + ROWS)
      .map(indented)
      .join(',\n')}`
  yield '\n]\n'
}

function* linePieces(rows: readonly unknown[]): Generator<string> {
  for (let at = 0; at < rows.length; at += ROWS)
    yield rows
      .slice(at, at + ROWS)
      .map((row) => dataText(row, 'jsonl'))
      .join('')
}

/** Data as it is printed, piece by piece: some hundred thousand rows of JSON are longer than a text can be. */
export const shownPieces = (all: readonly ShownData[], form: Form, io: TerminalIo): Iterable<string> => {
  const [only, ...others] = all
  if (only?.form !== 'rows' || others.length > 0 || only.rows.length <= ROWS) return [allShownText(all, form, io)]
  if (form.format === 'json') return arrayPieces(narrowed(only.rows, form))
  if (form.format === 'jsonl') return linePieces(narrowed(only.rows, form))
  return [allShownText(all, form, io)]
}
