/** Local date and time in a time zone. `month` counts from 1. */
export type LocalTime = {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
}

/** Whether a text is an IANA time zone name. */
export const isTimeZone = (text: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** Cache by time zone name. There are about 600 zones, but any number of spellings, so the size is limited. */
const formats = new Map<string, Intl.DateTimeFormat>()
const MAX_KEPT = 1_000

const formatIn = (timeZone: string): Intl.DateTimeFormat => {
  const known = formats.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    calendar: 'iso8601',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  if (formats.size >= MAX_KEPT) formats.clear()
  formats.set(timeZone, made)
  return made
}

/** The local time as milliseconds, as if it were UTC. */
const shownAt = (ms: number, timeZone: string): number => {
  const parts = new Map(
    formatIn(timeZone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
}

/** Local time of an instant in a time zone. @throws RangeError for an unknown zone. */
export const localTime = (ms: number, timeZone: string): LocalTime => {
  const shown = new Date(shownAt(ms, timeZone))
  return {
    year: shown.getUTCFullYear(),
    month: shown.getUTCMonth() + 1,
    day: shown.getUTCDate(),
    hour: shown.getUTCHours(),
    minute: shown.getUTCMinutes(),
  }
}

/**
 * The instant of a local time in a time zone, in milliseconds. Days and months beyond their ends carry over, as in `Date.UTC`. Of a
 * local time that occurs twice when clocks go back, the first is returned; one that is skipped when clocks go forward moves forward
 * by the same amount.
 */
export const instantOf = ({ year, month, day, hour, minute }: LocalTime, timeZone: string): number => {
  const wanted = Date.UTC(year, month - 1, day, hour, minute)
  const offsetAt = (ms: number) => shownAt(ms, timeZone) - ms
  // No zone changes its clocks twice within two days, so one of the offsets around the time applies.
  const [before, after] = [offsetAt(wanted - 86_400_000), offsetAt(wanted + 86_400_000)]
  const moments = [wanted - before, wanted - after].filter((ms) => shownAt(ms, timeZone) === wanted)
  return moments.length > 0 ? Math.min(...moments) : wanted - before
}

/** The clock on the wall of a time zone at a moment, as if it showed UTC: milliseconds. @throws RangeError for an unknown zone. */
export const wallClockAt = (ms: number, timeZone: string): number =>
  shownAt(ms, timeZone) + (((ms % 1000) + 1000) % 1000)

/**
 * The first moment at which the wall of a time zone shows `wallMs` (a time as `wallClockAt` returns it) or a later time. A time that is
 * shown twice, when clocks go back, is reached the first time; one that is skipped, when they go forward, is reached at the jump.
 */
export const momentReached = (wallMs: number, timeZone: string): number => {
  const offsetAt = (ms: number) => wallClockAt(ms, timeZone) - ms
  const [before, after] = [offsetAt(wallMs - 86_400_000), offsetAt(wallMs + 86_400_000)]
  const shown = [wallMs - before, wallMs - after].filter((ms) => wallClockAt(ms, timeZone) === wallMs)
  if (shown.length > 0) return Math.min(...shown)
  let [earlier, later] = [wallMs - after, wallMs - before]
  while (later - earlier > 1) {
    const middle = Math.floor((earlier + later) / 2)
    if (wallClockAt(middle, timeZone) < wallMs) earlier = middle
    else later = middle
  }
  return later
}
