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
const SHELF = 'recent-lines'

/** The lines that were carried out last on this device, newest first. */
export const recentLines = (shelf: Shelf) => ({
  read: (): readonly string[] => {
    const kept = shelf.read(SHELF)
    return Array.isArray(kept) ? kept.filter((line) => typeof line === 'string') : []
  },
  remember(line: string): void {
    const others = recentLines(shelf)
      .read()
      .filter((each) => each !== line)
    shelf.write(SHELF, [line, ...others].slice(0, KEPT))
  },
})
