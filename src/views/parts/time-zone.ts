import { formatIn } from './format.ts'
import { tickNow } from './ticker.ts'

let zone: string | null = null

/** Shows every instant in this zone (an IANA name); null: in the browser's. One that this browser does not know changes nothing. */
export const showTimesIn = (wanted: string | null): void => {
  if (wanted === zone) return
  try {
    formatIn(wanted)
  } catch {
    return
  }
  zone = wanted
  tickNow()
}
