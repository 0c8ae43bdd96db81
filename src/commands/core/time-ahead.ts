import { DAY_WORDS, saidTime } from './said-time.ts'

/** A time to come that a person writes (`saidTime`), in Unix ms. `now` in Unix ms; null where it is no time, or over. */
export const timeAhead = (text: string, now: number, zone: string): number | null => {
  const moment = saidTime(text, { now, zone, toward: 'ahead' })
  return moment !== null && moment > now ? moment : null
}

/** Ways in which a clock may go on. */
const ENDINGS = [' 23:59', '9', '3:59', '9:59', ':59', '59']
/** Whole times, of which the end stands in for what is not typed yet. */
const WHOLES = [
  'in 9h',
  'in 9 hours',
  'in 10 minutes',
  '9999-12-31 23:59',
  '9999-12-31T23:59',
  '9999-12-31T23:59Z',
  '9999-12-31T23:59:59Z',
  '9999-12-31T23:59:59.999Z',
]
const OFFSETS = ['+00:00', '-23:59']

/** Whether somebody who goes on typing may be about to name a time ahead: `to` may become `tomorrow`, `yest` nothing. */
export const mayBecomeAhead = (text: string, now: number, zone: string): boolean => {
  const typed = text.trim()
  const wholes = [
    ...DAY_WORDS.ahead.filter((day) => day.startsWith(typed.toLowerCase())).map((day) => day + ENDINGS[0]),
    ...ENDINGS.map((ending) => typed + ending),
    ...WHOLES.map((whole) => typed + whole.slice(typed.length)),
    ...OFFSETS.map((offset) => typed.replace(/[+-][\d:]*$/, (begun) => begun + offset.slice(begun.length))),
  ]
  return wholes.some((whole) => timeAhead(whole, now, zone) !== null)
}
