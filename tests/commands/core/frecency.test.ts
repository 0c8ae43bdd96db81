import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { likelyLines, type UsedLines, usedLinesFrom, withUse } from '../../../src/commands/core/line/frecency.ts'

const DAY_MS = 86_400_000
const START_MS = Date.parse('2026-01-05T10:00:00Z')

/** Lines run one after the other, each some days after the start. */
const runsOf = (runs: readonly (readonly [line: string, day: number, project?: string])[]): UsedLines =>
  runs.reduce<UsedLines>(
    (used, [line, day, project = 'p']) => withUse(used, project, line, START_MS + day * DAY_MS),
    {},
  )
const linesAt = (used: UsedLines, day: number, project = 'p') => likelyLines(used, project, START_MS + day * DAY_MS)

describe('lines that were run', () => {
  test('once each: the last one goes first', () => {
    expect(
      linesAt(
        runsOf([
          ['a', 0],
          ['b', 1],
          ['c', 2],
        ]),
        2,
      ),
    ).toEqual(['c', 'b', 'a'])
  })
  test('often go before one that was run once, on the same day', () => {
    expect(
      linesAt(
        runsOf([
          ['often', 0],
          ['often', 0.1],
          ['often', 0.2],
          ['once', 0.3],
        ]),
        0.3,
      ),
    ).toEqual(['often', 'once'])
  })
  test('often long ago give way to what is run now', () => {
    expect(
      linesAt(
        runsOf([
          ['old', 0],
          ['old', 0],
          ['old', 0],
          ['new', 30],
        ]),
        30,
      )[0],
    ).toBe('new')
  })
  test('are of their project alone', () => {
    expect(
      linesAt(
        runsOf([
          ['a', 0],
          ['b', 0, 'q'],
        ]),
        0,
      ),
    ).toEqual(['a'])
  })
})

test('a line just run is always kept, and few lines and projects are', () => {
  const run = fc.tuple(
    fc.nat(200).map((n) => `l${n}`),
    fc.nat(60),
    fc.nat(40).map((n) => `p${n}`),
  )
  fc.assert(
    fc.property(fc.array(run, { minLength: 1, maxLength: 150 }), (runs) => {
      const inOrder = [...runs].sort(([, a], [, b]) => a - b)
      const used = runsOf(inOrder)
      const [line, , project] = inOrder.at(-1) ?? ['', 0, '']
      expect(used[project]?.map((each) => each.line)).toContain(line)
      expect(Object.keys(used).length).toBeLessThanOrEqual(20)
      for (const lines of Object.values(used)) expect(lines.length).toBeLessThanOrEqual(50)
      expect(usedLinesFrom(JSON.parse(JSON.stringify(used)))).toEqual(used)
    }),
  )
})

test.each([null, 'text', ['show health'], { p: 'x' }, { p: [null, { line: 1 }] }])(
  '%j as stored lines are none',
  (stored) => expect(Object.values(usedLinesFrom(stored)).flat()).toEqual([]),
)
