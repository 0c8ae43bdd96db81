import type { ShownData } from '../commands/headless/outcome.ts'
import { type Form, type RowText, rowTextOf } from './row-text.ts'
import { SAMPLE_ROWS } from './table.ts'
import type { TerminalIo } from './terminal-io.ts'

/** The rows of a list that is printed while it is read. */
export type RowsAhead = {
  /** Takes the next rows. */
  readonly take: (rows: readonly object[]) => void
  /** Rows that are printed. */
  readonly printed: () => number
  /** Prints what ends the list. */
  readonly end: () => void
  /** Data with the rows that were taken and not printed: a list of few rows is laid out with all of them. */
  readonly completed: (shown: readonly ShownData[]) => readonly ShownData[]
}

/** Prints the rows of a list as they are read, from when there are enough of them to lay it out by. */
export const rowsAhead = (form: Form, io: TerminalIo): RowsAhead => {
  let held: object[] = []
  let text: RowText | null = null
  let count = 0
  const print = (rows: readonly object[], { part }: RowText): void => {
    io.out(part(rows))
    count += rows.length
  }
  return {
    take(rows) {
      if (text) return print(rows, text)
      held = [...held, ...rows]
      if (held.length < SAMPLE_ROWS) return
      text = rowTextOf(held, form, io)
      io.out(text.start)
      print(held, text)
      held = []
    },
    printed: () => count,
    end: () => io.out(text?.end ?? ''),
    completed: (shown) =>
      shown.map((each) => (each.form === 'rows' ? { ...each, rows: [...held, ...each.rows] } : each)),
  }
}
