import type { BusinessHours, HoursWindow } from './business-hours.ts'

/** Days of the week, Monday first. */
export const DAY_NAMES = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const

const nameOf = (day: number): string => DAY_NAMES[day - 1] ?? ''

/** Days in words: "Mon–Fri", "Sat, Sun", "Every day". */
const daysWords = (days: readonly number[]): string => {
  const sorted = [...new Set(days)].toSorted((a, b) => a - b)
  if (sorted.length === DAY_NAMES.length) return 'Every day'
  const runs: number[][] = []
  for (const day of sorted) {
    const last = runs.at(-1)
    if (last?.at(-1) === day - 1) last.push(day)
    else runs.push([day])
  }
  return runs
    .flatMap((run) => (run.length > 2 ? `${nameOf(run[0] ?? 0)}–${nameOf(run.at(-1) ?? 0)}` : run.map(nameOf)))
    .join(', ')
}

const windowWords = ({ days, start, end }: HoursWindow): string => `${daysWords(days)} ${start}–${end}`

/** Business hours in words: "Mon–Fri 08:00–18:00 Europe/Berlin". */
export const hoursWords = ({ windows, timezone }: BusinessHours): string =>
  `${windows.map(windowWords).join('; ')} ${timezone.replaceAll('_', ' ')}`

const RANGE = String.raw`\d{1,2}(?::\d\d)?\s*-\s*\d{1,2}(?::\d\d)?`
/** Days, and one or more time ranges on each of them. */
const PART = new RegExp(`^([a-z, -]+?)\\s+(${RANGE}(?:\\s*,\\s*${RANGE})*)$`)

const dayNumber = (text: string): number =>
  DAY_NAMES.findIndex((name) => text.trim().startsWith(name.toLowerCase())) + 1

const timeOf = (text: string): string => {
  const [hours = '', minutes = '00'] = text.split(':')
  return `${hours.padStart(2, '0')}:${minutes}`
}

/** Days of a text: `mon-fri`, `sat, sun`, `daily`; null if it names none. */
const daysOf = (text: string): number[] | null => {
  if (/^(daily|every day)$/.test(text.trim())) return [1, 2, 3, 4, 5, 6, 7]
  const days = text.split(',').flatMap((part) => {
    const [first = 0, last = first] = part.split('-').map(dayNumber)
    if (first === 0 || last === 0) return [0]
    const count = ((last - first + 7) % 7) + 1
    return Array.from({ length: count }, (_, index) => ((first - 1 + index) % 7) + 1)
  })
  return days.includes(0) ? null : [...new Set(days)].toSorted((a, b) => a - b)
}

/** The windows of some days: one for each of their time ranges; null if they cannot be read. */
const windowsOfPart = (part: string): HoursWindow[] | null => {
  const [, words = '', ranges = ''] = PART.exec(part.trim()) ?? []
  const days = words === '' ? null : daysOf(words)
  return (
    days &&
    ranges.split(',').map((range) => {
      const [start = '', end = ''] = range.split('-').map((time) => timeOf(time.trim()))
      return { days: [...days], start, end }
    })
  )
}

/** Reads `mon-fri 8-12, 13-17; sat 10:00-14:00`; null if it cannot be read. */
export const windowsOfText = (text: string): HoursWindow[] | null => {
  const parts = text.toLowerCase().replaceAll('–', '-').split(';').map(windowsOfPart)
  return parts.some((windows) => windows === null) ? null : parts.flatMap((windows) => windows ?? [])
}
