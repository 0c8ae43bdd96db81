import { shownZone } from './time-zone.ts'

const MISSING = '—'
const SECONDS_FROM_MS = 10_000
const DAY_MS = 86_400_000

export type Reading = number | null | undefined

const isKnown = (value: Reading): value is number => typeof value === 'number' && Number.isFinite(value)

/**
 * Number and date formats. The interface is in English, so months and order are too; only the reader's own
 * variant of English (such as American grouping) differs. `zone` is an IANA name; default: the reader's own.
 */
export const formatsFor = (locale: string, zone?: string) => {
  const numbers = new Map<string, Intl.NumberFormat>()
  const written = (value: number, least: number, most: number): string => {
    const key = `${least}.${most}`
    const format =
      numbers.get(key) ?? new Intl.NumberFormat(locale, { minimumFractionDigits: least, maximumFractionDigits: most })
    numbers.set(key, format)
    // Uses a minus sign instead of a hyphen; zero has no sign.
    return format
      .format(value)
      .replace('-', '−')
      .replace(/^−(?=[0.,]+$)/, '')
  }
  const orMissing = (value: Reading, write: (value: number) => string): string =>
    isKnown(value) ? write(value) : MISSING
  const instant = (zoneName: string | undefined) =>
    new Intl.DateTimeFormat('en-GB', {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
      timeZoneName: 'short',
      ...(zoneName === undefined ? {} : { timeZone: zoneName }),
    })
  const local = instant(zone)
  const world = instant('UTC')
  const wall = new Intl.DateTimeFormat('en-GB', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    ...(zone === undefined ? {} : { timeZone: zone }),
  })
  const parts = (format: Intl.DateTimeFormat, at: number) => {
    const found = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
    return { ...found, month: found.month === 'Sept' ? 'Sep' : found.month } as Record<string, string>
  }
  const full = (format: Intl.DateTimeFormat, at: number): string => {
    const { day, month, year, hour, minute, second, timeZoneName } = parts(format, at)
    return `${day} ${month} ${year}, ${hour}:${minute}:${second} ${timeZoneName}`
  }
  return {
    /** 48 · 1,284 */
    count: (value: Reading): string => orMissing(value, (known) => written(known, 0, 0)),
    /** Milliseconds without their unit, for columns that have it in the header: "1,284". */
    milliseconds: (value: Reading): string => orMissing(value, (known) => written(known, 0, 0)),
    /** Milliseconds with one decimal, for small values: "0.4". */
    fineMilliseconds: (value: Reading): string => orMissing(value, (known) => written(known, 1, 1)),
    /** "1,284 ms", from ten seconds "12.4 s". */
    latency: (value: Reading): string =>
      orMissing(value, (ms) =>
        Math.abs(ms) >= SECONDS_FROM_MS ? `${written(ms / 1000, 1, 1)} s` : `${written(ms, 0, 0)} ms`,
      ),
    /** A phase of a request: "18.2 ms". */
    phase: (value: Reading): string => orMissing(value, (ms) => `${written(ms, 1, 1)} ms`),
    /** "214 B", "1.2 kB", "3.4 MB": decimal thousands. */
    bytes: (value: Reading): string =>
      orMissing(value, (size) => {
        const units = ['B', 'kB', 'MB', 'GB', 'TB']
        let [rest, step] = [Math.abs(size), 0]
        // A value that rounds to 1,000.0 belongs to the next unit.
        while (step < units.length - 1 && rest >= (step === 0 ? 999.5 : 999.95)) [rest, step] = [rest / 1000, step + 1]
        return `${written(Math.sign(size) * rest, step === 0 ? 0 : 1, step === 0 ? 0 : 1)} ${units[step]}`
      }),
    /** A ratio from 0 to 1: "99.98 %". Only exactly 1 is written as 100 %. */
    rate: (value: Reading): string =>
      orMissing(value, (share) => `${written(share < 1 && share > 0.9999 ? 99.99 : share * 100, 2, 2)} %`),
    /** From 0 to 10: "9.41". */
    score: (value: Reading): string => orMissing(value, (known) => written(known, 2, 2)),
    /** "12 s ago" up to a day, then "21 Nov, 14:19", with the year when it is another one. Instants in Unix ms. */
    ago: (at: number, now: number): string => {
      const passed = now - at
      if (Math.abs(passed) < DAY_MS) {
        const seconds = Math.floor(Math.abs(passed) / 1000)
        const text =
          seconds < 60
            ? `${seconds} s`
            : seconds < 3600
              ? `${Math.floor(seconds / 60)} min`
              : `${Math.floor(seconds / 3600)} h`
        return passed >= -999 ? `${text} ago` : `in ${text}`
      }
      const { day, month, year, hour, minute } = parts(local, at)
      const sameYear = year === parts(local, now).year
      return `${day} ${month}${sameYear ? '' : ` ${year}`}, ${hour}:${minute}`
    },
    /** "14:19" today, otherwise "21 Nov, 14:19". */
    clock: (at: number, now: number): string => {
      const { day, month, hour, minute } = parts(local, at)
      const today = parts(local, now)
      return `${day === today.day && month === today.month ? '' : `${day} ${month}, `}${hour}:${minute}`
    },
    /** "21 Nov 2025, 14:19:42 CET": the reader's zone, in full. */
    instant: (at: number): string => full(local, at),
    /** "21 Nov, 14:19 CET" */
    minute: (at: number): string => {
      const { day, month, hour, minute, timeZoneName } = parts(local, at)
      return `${day} ${month}, ${hour}:${minute} ${timeZoneName}`
    },
    /** Short name of the reader's time zone at an instant: "CET". */
    zone: (at: number): string => parts(local, at).timeZoneName ?? '',
    /** The reader's wall clock without a zone, for charts, which know no time zones: "2025-11-21T14:19:42". */
    wallClock: (at: number): string => {
      const { year, month, day, hour, minute, second } = parts(wall, at)
      return `${year}-${month}-${day}T${hour}:${minute}:${second}`
    },
    /** "21 Nov 2025, 14:19:42 UTC" */
    utc: (at: number): string => full(world, at),
    /** A duration: 90 s is "1 min 30 s"; "5 min", "1 h", "2 d 3 h". */
    span: (ms: Reading): string =>
      orMissing(ms, (known) => {
        let rest = Math.round(Math.abs(known) / 1000)
        const words: string[] = []
        for (const [unit, seconds] of [
          ['d', 86_400],
          ['h', 3600],
          ['min', 60],
          ['s', 1],
        ] as const) {
          const whole = Math.floor(rest / seconds)
          if (whole > 0) words.push(`${written(whole, 0, 0)} ${unit}`)
          rest -= whole * seconds
        }
        return words.slice(0, 2).join(' ') || '0 s'
      }),
  }
}

/** The reader's variant of English, or international English. */
const english = (): string =>
  typeof navigator !== 'undefined' && /^en\b/.test(navigator.language) ? navigator.language : 'en'

type Formats = ReturnType<typeof formatsFor>

let inZone: Formats = formatsFor(english())
let zone: string | null = null

/** Formats of the current display zone; cached, because creating them is expensive. */
const now = (): Formats => {
  if (shownZone() !== zone) {
    zone = shownZone()
    inZone = formatsFor(english(), zone ?? undefined)
  }
  return inZone
}

/** Formats for the current reader. */
export const formats: Formats = {
  ...inZone,
  ago: (at, passed) => now().ago(at, passed),
  clock: (at, passed) => now().clock(at, passed),
  instant: (at) => now().instant(at),
  minute: (at) => now().minute(at),
  zone: (at) => now().zone(at),
  wallClock: (at) => now().wallClock(at),
}
