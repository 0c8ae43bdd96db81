import { tickNow } from './ticker.ts'

let zone: string | null = null

/** Display time zone (IANA name); null for the browser's. */
export const shownZone = (): string | null => zone

const isKnown = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== null
  } catch {
    return false
  }
}

/** Sets the display time zone; ignores zones unknown to this browser. */
export const showTimesIn = (wanted: string | null): void => {
  if (wanted === zone || (wanted !== null && !isKnown(wanted))) return
  zone = wanted
  tickNow()
}
