/** Characters of the shortest number text that a double may not hold: 16 digits. */
const RUN = 16

const DIGIT_0 = 48
const DIGIT_9 = 57
const POINT = 46
const MINUS = 45
const isOfNumber = (code: number): boolean => (code >= DIGIT_0 && code <= DIGIT_9) || code === POINT

/** Characters that a number of a JSON text follows, so that UUIDs and hashes in strings are none. */
const BEFORE_NUMBER: ReadonlySet<number> = new Set([...'\t\n\r ,:['].map((each) => each.charCodeAt(0)))

const isBeginning = (text: string, start: number): boolean => {
  const before = text.charCodeAt(start - 1) === MINUS ? start - 2 : start - 1
  return before < 0 || BEFORE_NUMBER.has(text.charCodeAt(before))
}

const runStart = (text: string, at: number): number => {
  let start = at
  while (isOfNumber(text.charCodeAt(start - 1))) start--
  return start
}
const runEnd = (text: string, at: number): number => {
  let end = at + 1
  while (isOfNumber(text.charCodeAt(end))) end++
  return end
}

const NUMBER = /[-+.\deE]+/y
/** Whether the number that begins at `start` is not what its double prints. */
const isChanged = (text: string, start: number): boolean => {
  NUMBER.lastIndex = start
  const number = NUMBER.exec(text)?.[0] ?? ''
  return String(Number(number)) !== number
}

const LONG_EXPONENT = /\d[eE][-+]?\d{3}/g

/**
 * Whether a JSON text may hold a number that a double would change: one of 16 digits, or with an exponent of three. Looks at every 16th
 * character, which each run of 16 has, and at what surrounds those that belong to numbers.
 */
export const mayHoldExact = (text: string): boolean => {
  for (let at = RUN - 1; at < text.length; at += RUN) {
    if (!isOfNumber(text.charCodeAt(at))) continue
    const [start, end] = [runStart(text, at), runEnd(text, at)]
    if (end - start >= RUN && isBeginning(text, start) && isChanged(text, start)) return true
    at += Math.floor((end - 1 - at) / RUN) * RUN
  }
  LONG_EXPONENT.lastIndex = 0
  for (let found = LONG_EXPONENT.exec(text); found; found = LONG_EXPONENT.exec(text)) {
    const start = runStart(text, found.index)
    if (isBeginning(text, start) && isChanged(text, start)) return true
  }
  return false
}
