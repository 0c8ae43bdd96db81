import { resultId } from '../../src/domain/results/result-id.ts'

const FIRST = '0000-01-01T00:00:00+23:59'
const LAST = '9999-12-31T23:59:59.999999999-23:59'
/** Starts and ends of windows. */
export const WINDOWS: readonly (readonly [start: string, end: string])[] = [
  [FIRST, LAST],
  ['1969-12-31T23:59:59.999Z', '1970-01-01T00:00:00.001Z'],
  ['1001-01-01T00:00:00Z', '2001-01-01T00:00:00Z'],
  ['2026-01-01', '2026-01-02'],
]
/** Windows in which nothing can be recorded. */
export const OUTSIDE: typeof WINDOWS = [
  ['1969-12-01T00:00:00Z', '1969-12-20T00:00:00Z'],
  ['9999-01-01T00:00:00Z', '9999-02-01T00:00:00Z'],
]
/** Windows that end before they begin, before 1970 and behind the next year, too. */
export const REVERSED: typeof WINDOWS = [
  ['2026-01-08T00:00:00Z', '2026-01-01T00:00:00Z'],
  [LAST, FIRST],
  ['1969-12-20T00:00:00Z', '1969-12-01T00:00:00Z'],
  ['9999-02-01T00:00:00Z', '9999-01-01T00:00:00Z'],
]
/** Windows without a moment in them. A list whose end is included has one there. */
export const EMPTY: typeof WINDOWS = [FIRST, LAST, '2026-01-01T00:00:00Z'].map((at) => [at, at] as const)

/** Single times. */
export const TIMES = [FIRST, LAST, '1969-12-31T23:59:59.999Z', '1970-01-01T00:00:00Z']

/** The first and the last id of a result. */
const edge = (sign: 1 | -1) =>
  resultId({
    target: sign > 0 ? 2 ** 31 - 1 : -(2 ** 31),
    location: sign > 0 ? 2 ** 15 - 1 : -(2 ** 15),
    source: sign > 0 ? 2 ** 31 - 1 : -(2 ** 31),
    dueMs: sign > 0 ? 2 ** 47 : 0,
    attempt: sign > 0 ? 255 : 0,
  })
/** Numbers on both sides of what columns hold, alone and as the parts of a cursor. */
const NUMBERS = ['2147483648', '9'.repeat(15), '9'.repeat(20)]
export const CURSORS = [
  ...['0', '-1', '2147483647', '9007199254740993', ...NUMBERS],
  ...NUMBERS.map((number) => `${number}.${number}`),
  ...NUMBERS.map((number) => `${number}_4_${number}`),
  // 2^31 - 1 and 2^31 to the base 36, and the last of ten and eleven digits.
  ...['zik0zj', 'zik0zk', 'z'.repeat(10), 'z'.repeat(11), `${'z'.repeat(11)}.${'z'.repeat(11)}`],
  ...[edge(1), edge(-1), `${'9'.repeat(15)}.${edge(1)}`, `0.${edge(-1)}`],
  ...['1e400', '1.5', 'NaN', '\0', 'text', "'", '\ud83d\udca9', ' ', 'x'.repeat(512)],
]
