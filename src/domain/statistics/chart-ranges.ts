import { DAY_MS, HOUR_MS } from '../core/periods.ts'
import { formatTime, parseTime } from '../core/wire-time.ts'
import { localTime, momentReached, wallClockAt } from '../core/zone-time.ts'
import { latest, type Window } from './windows.ts'

const MINUTE_MS = 60_000

/** Lengths of the preset ranges of charts. */
export const RANGE_MS = {
  '1h': HOUR_MS,
  '6h': 6 * HOUR_MS,
  '24h': DAY_MS,
  '7d': 7 * DAY_MS,
  '30d': 30 * DAY_MS,
  '90d': 90 * DAY_MS,
  '1y': 365 * DAY_MS,
} as const
export type PresetName = keyof typeof RANGE_MS
export type RangeName = PresetName | 'custom'

/** Window of a chart and the name of its range. */
export type ChartRange = Window & { readonly range: RangeName }

/** Shortest and longest range that a chart can show. */
const LEAST_MS = 2 * MINUTE_MS
const MOST_MS = 3650 * DAY_MS
/** Preset ranges of at most this length end with the current minute, longer ones with the current hour. */
const BY_MINUTE_MS = 6 * HOUR_MS

/** Whether a text names a preset range. */
export const isPreset = (text: string): text is PresetName => Object.hasOwn(RANGE_MS, text)

const byMinute = (lengthMs: number, now: number): Window => {
  const to = Math.floor(now / MINUTE_MS) * MINUTE_MS + MINUTE_MS
  return { from: to - lengthMs, to }
}

/** Window of a preset range. It ends with a whole minute or hour, so that rendering again requests the same window. */
const presetOf = (range: PresetName, now: number): ChartRange => {
  const lengthMs = RANGE_MS[range]
  return { range, ...(lengthMs <= BY_MINUTE_MS ? byMinute(lengthMs, now) : latest(lengthMs, now)) }
}

const customOf = (from: string, to: string, now: number): ChartRange | null => {
  const fromMs = parseTime(from)
  const last = to === '' ? now : parseTime(to)
  if (fromMs === null || last === null) return null
  // A date without a time means the whole day, of UTC.
  const toMs = /^\d{4}-\d\d-\d\d$/.test(to) ? last + DAY_MS : last
  return toMs > fromMs && toMs - fromMs <= MOST_MS ? { range: 'custom', from: fromMs, to: toMs } : null
}

/** The range that an address names: a preset, or from–to. Nonsense is the last 24 hours. */
export const chartRange = (search: Readonly<Record<string, string>>, now: number): ChartRange => {
  const { range = '24h', from = '', to = '' } = search
  const custom = range === 'custom' || from !== '' ? customOf(from, to, now) : null
  return custom ?? presetOf(isPreset(range) ? range : '24h', now)
}

/** A window that ends this close to a preset's is the preset: while somebody looks at the range before, time goes on. */
const NEAR_MS = { minute: 5 * MINUTE_MS, hour: HOUR_MS } as const

/** The preset range of a window's length that ends where the window does, or a little later; null if there is none. */
export const presetNear = ({ from, to }: Window, now: number): PresetName | null => {
  const range = Object.keys(RANGE_MS).find((name) => isPreset(name) && RANGE_MS[name] === to - from)
  if (range === undefined || !isPreset(range)) return null
  const passedMs = presetOf(range, now).to - to
  return passedMs >= 0 && passedMs <= NEAR_MS[RANGE_MS[range] <= BY_MINUTE_MS ? 'minute' : 'hour'] ? range : null
}

/** Search parameters of a fixed window. */
export const rangeSearch = ({ from, to }: Window) => ({ range: 'custom', from: formatTime(from), to: formatTime(to) })

const isMidnight = (ms: number, zone: string): boolean => {
  const { hour, minute } = localTime(ms, zone)
  return hour === 0 && minute === 0 && ms % MINUTE_MS === 0
}

/**
 * The window right before or after this one. Windows of whole days of a time zone stay whole days where its clocks change, so they may
 * be an hour shorter or longer.
 */
export const besideOf = ({ from, to }: Window, direction: -1 | 1, zone: string): Window => {
  if (isMidnight(from, zone) && isMidnight(to, zone)) {
    const [first, last] = [wallClockAt(from, zone), wallClockAt(to, zone)]
    const end = direction === 1 ? 2 * last - first : 2 * first - last
    return direction === 1 ? { from: to, to: momentReached(end, zone) } : { from: momentReached(end, zone), to: from }
  }
  const moved = direction * (to - from)
  return { from: from + moved, to: to + moved }
}

/** The next window after this one; null if it would lie in the future. */
export const laterOf = (window: Window, zone: string, now: number): Window | null =>
  window.to <= now ? besideOf(window, 1, zone) : null

/** The middle half of a window, in whole minutes; null if it cannot be shorter. */
export const zoomedIn = ({ from, to }: Window): Window | null => {
  const quarter = Math.floor((to - from) / 4 / MINUTE_MS) * MINUTE_MS
  const inner = { from: from + quarter, to: to - quarter }
  return quarter > 0 && inner.to - inner.from >= LEAST_MS ? inner : null
}

/** A window of twice the length around this one, which ends no later than the current hour; null if it cannot be longer. */
export const zoomedOut = ({ from, to }: Window, now: number): Window | null => {
  const lengthMs = to - from
  if (2 * lengthMs > MOST_MS) return null
  const last = Math.max(to, latest(HOUR_MS, now).to)
  const end = Math.min(last, to + Math.ceil(lengthMs / 2 / MINUTE_MS) * MINUTE_MS)
  return { from: end - 2 * lengthMs, to: end }
}

/** A window that was marked by dragging: whole minutes, or whole hours where a chart shows weeks. */
export const markedWindow = (a: number, b: number, shown: Window): Window => {
  const unit = shown.to - shown.from > 14 * DAY_MS ? HOUR_MS : MINUTE_MS
  const from = Math.floor(Math.min(a, b) / unit) * unit
  const to = Math.max(Math.ceil(Math.max(a, b) / unit) * unit, from + Math.max(unit, LEAST_MS))
  return { from: Math.max(from, shown.from), to: Math.min(to, Math.max(shown.to, from + LEAST_MS)) }
}

/** A moment as a control for local dates and times shows it: `2026-11-22T02:00`. */
export const wallText = (ms: number, zone: string): string =>
  new Date(Math.floor(wallClockAt(ms, zone) / MINUTE_MS) * MINUTE_MS).toISOString().slice(0, 16)

const WALL = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?$/

/**
 * The moment of a wire time, or of a wall clock such as `2026-11-22T02:00` in a time zone; null for anything else. Of a time that is
 * shown twice, when clocks go back, the first; of one that is skipped, the jump.
 */
export const momentOfText = (text: string, zone: string): number | null => {
  const known = parseTime(text)
  if (known !== null) return known
  const wall = WALL.test(text) ? Date.parse(`${text.replace(' ', 'T').replace(/(\.\d{3})\d+$/, '$1')}Z`) : Number.NaN
  return Number.isNaN(wall) ? null : momentReached(wall, zone)
}
