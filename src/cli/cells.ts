import { plainText, type TerminalIo } from './terminal-io.ts'

export const isScalar = (value: unknown): boolean =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value)

/** The value at a path, such as `meta.name`. */
export const valueAt = (row: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, step) => (Object(value) as Record<string, unknown>)[step], row)

/** A value as a program reads it from a cell: times in ISO 8601, numbers without units. */
export const cellOf = (value: unknown): string => {
  if (value === undefined || value === null) return ''
  if (Array.isArray(value) && value.every(isScalar)) return plainText(value.join(', '))
  return plainText(isScalar(value) ? String(value) : JSON.stringify(value))
}

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/

/** Fields with milliseconds, seconds, and shares of 1. */
const MS = /(^|\.)(response_time|median_24h|total|lag_ms|clock_offset_ms)$/
const SECONDS = /(^|\.)(frequency|every)$/
const SHARE = /(^|\.)pass_rate_24h$/

const clocks = new Map<string, Intl.DateTimeFormat>()

/** The clock of the terminal's time zone; an unknown TZ is UTC, as for other programs. */
const clockOf = ({ TZ: zone }: TerminalIo['env']): Intl.DateTimeFormat => {
  const before = clocks.get(zone ?? '')
  if (before) return before
  const of = (timeZone: string | undefined) =>
    // Swedish writes ISO 8601's date and time with a space between them.
    new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', ...(timeZone && { timeZone }) })
  const made = (() => {
    try {
      return of(zone?.replace(/^:/, ''))
    } catch {
      return of('UTC')
    }
  })()
  clocks.set(zone ?? '', made)
  return made
}

const amount = (path: string, value: number): string => {
  if (MS.test(path)) return `${Math.round(value)} ms`
  if (SECONDS.test(path)) return `${value} s`
  return SHARE.test(path) ? `${Math.floor(value * 1000) / 10} %` : String(value)
}

/** Times of a plan, which stand beside the zone that they are planned in. */
const PLANNED = /(^|\.)(start|end)_time$/

/** The time zone that a row's plan has; null where it has none. */
export const planZone = (row: unknown): string | null => {
  const zone = valueAt(row, 'schedule.timezone') ?? valueAt(row, 'timezone')
  return typeof zone === 'string' ? zone : null
}

/** A value as a person reads it: times of the own zone, or of the zone that they are planned in; numbers with their unit. */
export const readableCell = (
  path: string,
  value: unknown,
  env: TerminalIo['env'],
  zone: string | null = null,
): string => {
  if (typeof value === 'string' && ISO_TIME.test(value))
    return clockOf(zone !== null && PLANNED.test(path) ? { TZ: zone } : env).format(new Date(value))
  if (typeof value === 'number') return amount(path, value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return cellOf(value)
}
