import type { LineReading } from './console-chart.ts'
import type { BrowserStore } from './view-effects.ts'

let reading: LineReading | null = null

/** The line reader, once loaded; the console loads it when it opens. */
export const lineReading = {
  held: (): LineReading | null => reading,
  async load(): Promise<LineReading> {
    reading ??= await import('./line-reading.ts')
    return reading
  },
}

const KEPT = 20

/** Recent lines of an account on this device, newest first; other accounts do not see them. */
export const recentLines = (store: BrowserStore, account: () => string | undefined) => {
  const place = () => `recent-lines.${account() ?? ''}`
  const read = (): readonly string[] => {
    const kept = store.read(place())
    return Array.isArray(kept) ? kept.filter((line) => typeof line === 'string') : []
  }
  return {
    read,
    remember(line: string): void {
      store.write(place(), [line, ...read().filter((each) => each !== line)].slice(0, KEPT))
    },
  }
}
