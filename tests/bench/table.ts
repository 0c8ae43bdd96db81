import type { Row } from './row.ts'
import { isMet } from './verdict.ts'

const number = (value: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2 })

const cellsOf = (row: Row): string[] => [
  row.figure,
  `${number(row.value)} ${row.unit}`,
  row.target ?? '',
  { true: 'met', false: 'MISSED', null: '' }[`${isMet(row)}`],
  row.reference ? `${number(row.reference.value)} (${row.reference.name})` : '',
]

/** Formats rows as an aligned table. */
export const table = (rows: readonly Row[]): string => {
  const lines = [['figure', 'measured', 'target', '', 'reference in the same run'], ...rows.map(cellsOf)]
  const widths = lines[0]?.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0))) ?? []
  return lines
    .map((cells) =>
      cells
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
