import { tickNow } from './ticker.ts'

let zone: string | null = null

/** The zone in which instants are shown (an IANA name); null: the browser's. */
export const shownZone = (): string | null => zone

const isKnown = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== null
  } catch {
    return false
  }
}

/** Shows every instant in this zone; one that this browser does not know changes nothing. */
export const showTimesIn = (wanted: string | null): void => {
  if (wanted === zone || (wanted !== null && !isKnown(wanted))) return
  zone = wanted
  tickNow()
}
