const FORM = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(?:Z|([+-])(\d\d):(\d\d)))?$/

/**
 * Parses an instant to milliseconds since 1970: `YYYY-MM-DDTHH:mm:ss`, optionally a fraction (cut to milliseconds), and `Z` or an
 * offset such as `+02:00`. A date alone is the start of that day in UTC, as in statistics. Null for anything else, including
 * times without a zone, nonexistent days, 24:00 and leap seconds.
 */
export const parseTime = (text: string): number | null => {
  const match = FORM.exec(text)
  if (!match) return null
  const part = (index: number) => Number(match[index] ?? 0)
  const [year, month, day, hour, minute, second] = [part(1), part(2), part(3), part(4), part(5), part(6)]
  if (hour > 23 || minute > 59 || second > 59 || part(9) > 23 || part(10) > 59) return null
  const date = new Date(0)
  // Date.UTC would read the years 0 to 99 as 1900 to 1999.
  date.setUTCFullYear(year, month - 1, day)
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null
  const fractionMs = Number((match[7] ?? '').padEnd(3, '0').slice(0, 3))
  const offsetMs = (match[8] === '-' ? -1 : 1) * (part(9) * 60 + part(10)) * 60_000
  return date.getTime() + ((hour * 60 + minute) * 60 + second) * 1000 + fractionMs - offsetMs
}

/** Formats milliseconds since 1970 as `YYYY-MM-DDTHH:mm:ss.sssZ`. */
export const formatTime = (ms: number): string => new Date(ms).toISOString()
