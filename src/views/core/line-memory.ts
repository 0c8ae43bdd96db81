import type { LineReading } from './console-chart.ts'

let reading: LineReading | null = null

/** The line reader, once loaded; the console loads it when it opens. */
export const lineReading = {
  held: (): LineReading | null => reading,
  async load(): Promise<LineReading> {
    reading ??= await import('./line-reading.ts')
    return reading
  },
}
