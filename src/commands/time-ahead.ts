const CLOCK = /^(?:(today|tomorrow|mon|tue|wed|thu|fri|sat|sun)[a-z]*\s+)?(\d{1,2})(?::(\d{2}))?$/i
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

/** The day that is meant, counted from today: of a weekday the next one, today included. */
const daysAhead = (word: string | undefined, today: number): number => {
  if (word === undefined || word === 'today') return 0
  return word === 'tomorrow' ? 1 : (DAYS.indexOf(word.slice(0, 3)) - today + 7) % 7
}

/**
 * A time that a person writes, as an instant in Unix ms: `14:30`, `tomorrow 9`, `mon 08:00`, or a date with its time. A clock alone
 * is the next time it strikes. `now` in Unix ms; null where it is no time, or one that is over.
 */
export const timeAhead = (text: string, now: number): number | null => {
  const said = text.trim()
  const [, word, hours, minutes = '0'] = CLOCK.exec(said) ?? []
  if (hours === undefined) {
    const date = /\d{4}-\d{2}-\d{2}/.test(said) ? Date.parse(said.replace(/^(\S+) /, '$1T')) : Number.NaN
    return date > now ? date : null
  }
  if (Number(hours) > 23 || Number(minutes) > 59) return null
  const date = new Date(now)
  const day = word?.toLowerCase()
  date.setDate(date.getDate() + daysAhead(day, date.getDay()))
  date.setHours(Number(hours), Number(minutes), 0, 0)
  if (date.getTime() <= now && day === undefined) date.setDate(date.getDate() + 1)
  else if (date.getTime() <= now && day !== 'today') date.setDate(date.getDate() + 7)
  return date.getTime() > now ? date.getTime() : null
}
