/** Separators of a cookie date (RFC 6265, 5.1.1). */
const DELIMITER = /[\t\x20-\x2f\x3b-\x40\x5b-\x60\x7b-\x7e]+/
const TIME = /^(\d{1,2}):(\d{1,2}):(\d{1,2})(?:\D|$)/
const DAY = /^(\d{1,2})(?:\D|$)/
const YEAR = /^(\d{2,4})(?:\D|$)/
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const FIRST_YEAR = 1601

/** Two digits are a year from 1970 to 2069. */
const wholeYear = (year: number): number => {
  if (year >= 70 && year <= 99) return year + 1900
  return year <= 69 ? year + 2000 : year
}

/**
 * The date of a cookie's `Expires`, in milliseconds since 1970, by the algorithm of RFC 6265, 5.1.1: the first time, day, month and year in
 * it, in any order and form. Null for what is no date. The language's own parser reads other dates, and none of some that servers write.
 */
export const cookieDate = (text: string): number | null => {
  let time: readonly number[] | null = null
  let day: number | null = null
  let month: number | null = null
  let year: number | null = null
  for (const token of text.split(DELIMITER)) {
    const clock: RegExpExecArray | null = time === null ? TIME.exec(token) : null
    const named = MONTHS.indexOf(token.slice(0, 3).toLowerCase())
    if (clock) time = clock.slice(1, 4).map(Number)
    else if (day === null && DAY.test(token)) day = Number(DAY.exec(token)?.[1])
    else if (month === null && named >= 0) month = named
    else if (year === null && YEAR.test(token)) year = wholeYear(Number(YEAR.exec(token)?.[1]))
  }
  if (time === null || day === null || month === null || year === null) return null
  const [hour = 0, minute = 0, second = 0] = time
  if (day < 1 || day > 31 || year < FIRST_YEAR || hour > 23 || minute > 59 || second > 59) return null
  const at = Date.UTC(year, month, day, hour, minute, second)
  // A day that its month does not have is no date.
  return new Date(at).getUTCDate() === day ? at : null
}
