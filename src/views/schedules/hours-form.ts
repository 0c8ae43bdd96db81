import type { BusinessHours } from '../../domain/schedules/business-hours.ts'
import type { Naming } from '../kit/form/field.ts'

/** Business hours as a form holds them: they are kept while switched off. */
export type HoursForm = BusinessHours & { readonly on: boolean }

/** A time control shows the end of a day as the beginning of the next. */
const MIDNIGHT = '00:00'

const OFFICE = { days: [1, 2, 3, 4, 5], start: '08:00', end: '18:00' } as const

/** A window as it is added. */
export const newWindow = () => ({ ...OFFICE, days: [...OFFICE.days] })

/** The form of stored business hours; office hours, switched off, where there are none. */
export const hoursFormOf = (stored: BusinessHours | null, zone: string): HoursForm => ({
  on: stored !== null,
  timezone: stored?.timezone ?? zone,
  windows: (stored?.windows ?? [newWindow()]).map((window) => ({
    ...window,
    end: window.end === '24:00' ? MIDNIGHT : window.end,
  })),
})

/** The business hours of a form; null while they are switched off. */
export const hoursOfForm = ({ on, timezone, windows }: HoursForm): BusinessHours | null =>
  on
    ? {
        timezone,
        windows: windows.map((window) => ({ ...window, end: window.end === MIDNIGHT ? '24:00' : window.end })),
      }
    : null

const WORDS: Readonly<Record<string, string>> = { days: 'days', start: 'start', end: 'end' }

/** Names a control by its path within the field. */
export const hoursNaming = (rest: string): Naming => {
  const [, index, key = ''] = /^\.windows\[(\d+)\]\.(\w+)/.exec(rest) ?? []
  if (index === undefined)
    return rest === '.timezone'
      ? { label: 'Time zone', subject: 'The time zone' }
      : { label: 'Business hours', subject: 'Business hours' }
  const of = `of window ${Number(index) + 1}`
  const word = WORDS[key] ?? key
  return { label: `${word.charAt(0).toUpperCase()}${word.slice(1)} ${of}`, subject: `The ${word} ${of}` }
}
