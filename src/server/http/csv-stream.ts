import { setImmediate as nextTurn } from 'node:timers/promises'
import { commaSeparated } from '../../domain/core/comma-separated.ts'
import { BodyStream } from './body-stream.ts'
import { openTurnstile } from './turnstile.ts'

type Cell = string | number | null

/** Rows of a part of an export; null after the last part. */
export type CsvPart = readonly (readonly Cell[])[] | null

type CsvOptions = {
  /** Key of the project whose exports wait for each other. */
  readonly projectKey: number
  readonly fileName: string
  readonly head: readonly Cell[]
  /** Reads the next part. `isOver`: the client has gone, so nobody waits for it. */
  readonly next: (isOver: () => boolean) => Promise<CsvPart>
}

const CSV = 'text/csv; charset=utf-8'

/** Parts that are read at the same time: exports are to keep nobody else waiting. */
const parts = openTurnstile({ most: 3, ofProject: 1 })

/**
 * Streams a CSV file part by part, as fast as the client reads. A part that cannot be read breaks the connection off, so that a file with
 * missing rows is never taken for a whole one.
 */
export const csvStream = ({ projectKey, fileName, head, next }: CsvOptions): BodyStream => {
  const encoder = new TextEncoder()
  const lines = (rows: readonly (readonly Cell[])[]) => encoder.encode(`${commaSeparated(rows)}\r\n`)
  let isBegun = false
  return new BodyStream(
    CSV,
    async (isOver) => {
      if (!isBegun) {
        isBegun = true
        return lines([head])
      }
      while (!isOver()) {
        const part = await parts(projectKey, async () => (isOver() ? null : next(isOver)))
        if (part === null) break
        await nextTurn()
        if (part.length > 0) return lines(part)
      }
      return undefined
    },
    fileName,
  )
}
