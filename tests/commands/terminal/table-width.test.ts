import { expect, test } from 'vitest'
import { fittingWidths } from '../../../src/cli/fitting-widths.ts'
import { columnsOf, tableOf } from '../../../src/cli/table.ts'
import { testIo } from './test-terminal.ts'

const rows = [
  {
    id: 'hku2YstWyLqPBLBa1U2rNi',
    meta: { name: 'Checkout · capture payment with a saved card', domain: 'payments.shop.example.com' },
    request: { method: 'GET' },
    last_result: { result_category: 'PASS', time: '2026-07-01T12:00:00Z' },
    pass_rate_24h: 0.998,
    median_24h: 120,
  },
]
const columns = columnsOf(rows, { kind: 'monitor', isWide: false })

const linesAt = (width: number | null, isTerminal = true, isWide = false): readonly string[] => {
  const { io } = testIo({ isTerminal, env: { NO_COLOR: '1', TZ: 'UTC' }, columns: () => width })
  return tableOf(rows, columns, { hasHeads: true, isWide, io }).trimEnd().split('\n')
}

test.each([40, 80, 110])('no line of a table is longer than a terminal of %i columns, and ids stay whole', (width) => {
  const lines = linesAt(width)
  expect(lines.filter((line) => line.length > width)).toEqual([])
  if (width >= 80) expect(lines[1]).toContain('hku2YstWyLqPBLBa1U2rNi')
})

test('a table that fits, that is piped or that is wide is not cut', () => {
  const whole = linesAt(null)
  expect(linesAt(400)).toEqual(whole)
  expect(linesAt(20, true, true)).toEqual(linesAt(null, true, true))
  expect(linesAt(20, false)).toEqual(linesAt(null, false))
})

test('heads are cut first, then the widest columns, and the name of the row after the others', () => {
  const widthsAt = (widths: readonly number[], line: number, cells = widths) =>
    fittingWidths(widths, { line, gap: 2, kept: new Set([2]), cells })
  expect(widthsAt([10, 30, 22], 54)).toEqual([10, 18, 22])
  expect(widthsAt([30, 10, 22], 54)).toEqual([20, 8, 22])
  expect(widthsAt([20, 10, 22], 52, [20, 5, 22])).toEqual([20, 6, 22])
  expect(widthsAt([5, 5, 5], 80)).toEqual([5, 5, 5])
})
