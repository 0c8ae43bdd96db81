import type { LineReading } from './console-chart.ts'
import type { Shelf } from './door.ts'

let reading: LineReading | null = null

/** The reading of lines: held once it was loaded, which the console does when it opens. */
export const lineReading = {
  held: (): LineReading | null => reading,
  async load(): Promise<LineReading> {
    reading ??= await import('./line-reading.ts')
    return reading
  },
}

const KEPT = 20

/** The lines that an account carried out last on this device, newest first: another who sits down here does not see them. */
export const recentLines = (shelf: Shelf, account: () => string | undefined) => {
  const place = () => `recent-lines.${account() ?? ''}`
  const read = (): readonly string[] => {
    const kept = shelf.read(place())
    return Array.isArray(kept) ? kept.filter((line) => typeof line === 'string') : []
  }
  return {
    read,
    remember(line: string): void {
      shelf.write(place(), [line, ...read().filter((each) => each !== line)].slice(0, KEPT))
    },
  }
}
