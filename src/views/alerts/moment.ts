import { formats } from '../parts/text/format.ts'

const clock = /\d\d:\d\d/
const dayOf = (at: number): string => formats.instant(at).split(',')[0] ?? ''
const timeOf = (at: number): string => clock.exec(formats.instant(at))?.[0] ?? ''

/** "14:02–14:09"; with the days if they differ: "20 Nov 2026, 23:58 – 21 Nov 2026, 00:04". */
export const spanOf = (from: number, to: number): string => {
  if (dayOf(from) !== dayOf(to)) return `${dayOf(from)}, ${timeOf(from)} – ${dayOf(to)}, ${timeOf(to)}`
  return timeOf(from) === timeOf(to) ? timeOf(to) : `${timeOf(from)}–${timeOf(to)}`
}

/** "21 Nov 2025, 14:30 CET": the reader's zone, to the minute. */
export const moment = (at: number): string => formats.instant(at).replace(/:\d\d (?=\S+$)/, ' ')
