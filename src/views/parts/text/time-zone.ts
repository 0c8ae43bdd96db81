import { tickNow } from './ticker.ts'

let zone: string | null = null

/** Display time zone (IANA name); null for the browser's. */
export const shownZone = (): string | null => zone

/** Whether this browser knows a time zone by its IANA name. */
export const isKnownZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== null
  } catch {
    return false
  }
}

/** Sets the display time zone; ignores zones unknown to this browser. */
export const showTimesIn = (wanted: string | null): void => {
  if (wanted === zone || (wanted !== null && !isKnownZone(wanted))) return
  zone = wanted
  tickNow()
}
