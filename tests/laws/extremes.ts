const FIRST = '0000-01-01T00:00:00+23:59'
const LAST = '9999-12-31T23:59:59.999999999-23:59'
/** Starts and ends of windows. */
export const WINDOWS: readonly (readonly [start: string, end: string])[] = [
  [FIRST, LAST],
  ['1969-12-01T00:00:00Z', '1969-12-20T00:00:00Z'],
  ['1969-12-31T23:59:59.999Z', '1970-01-01T00:00:00.001Z'],
  ['1001-01-01T00:00:00Z', '2001-01-01T00:00:00Z'],
  ['9999-01-01T00:00:00Z', '9999-02-01T00:00:00Z'],
  ['2026-01-01', '2026-01-02'],
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
