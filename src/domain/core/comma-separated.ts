/**
 * Spreadsheets run cells that start with these characters, or their full-width forms, as formulas; a leading apostrophe makes them text.
 */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/

type Cell = string | number | null

const cell = (value: Cell): string => {
  const text = typeof value === 'string' && FORMULA.test(value) ? `'${value}` : String(value ?? '')
  // A spreadsheet of some countries divides cells at semicolons.
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A number with at most so many decimals, as 0.1 + 0.2 has more than anyone reads; other cells as they are. */
export const rounded = <Value extends Cell>(value: Value, decimals: number): Value | number =>
  typeof value === 'number' ? Number(value.toFixed(decimals)) : value

/** Rows as comma-separated values (RFC 4180), header first. */
export const commaSeparated = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => row.map(cell).join(',')).join('\r\n')
