import type { LiveEvent } from '../../contract/live/live.ts'
import type { EventRow } from '../store/core/events.ts'
import { type Cursor, writeCursor } from './cursor.ts'

/** What a reader may see: `summary` leaves out the reason and trigger of a result. */
export type EventVisibility = 'whole' | 'summary'

const encoder = new TextEncoder()

/** Formats an event as server-sent event text. */
export const eventText = (event: LiveEvent, id: string): string =>
  `id: ${id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`

/** Advances a reader's last event id without an event. */
export const idText = (id: string): string => `id: ${id}\n\n`

/** A heartbeat. */
export const HEARTBEAT_TEXT = ': \n'

export const bytesOf = (text: string): Uint8Array => encoder.encode(text)

/** Formats the events of rows between two snapshots, each with the cursor after it; events up to `after` were sent before. */
export const rowsText = (
  rows: readonly EventRow[],
  span: { madeAt: number; seen: string; upTo: string; isWhole: boolean; after?: Cursor['within'] },
  sight: EventVisibility,
): string => {
  const { madeAt, seen, upTo, after } = span
  const events = rows.flatMap((row) =>
    // Written by `eventBatch` alone.
    (JSON.parse(row.body) as LiveEvent[])
      .map((event, index) => ({ event, within: { upTo, key: row.key, index } }))
      .filter(({ within }) => !after || within.key > after.key || within.index > after.index),
  )
  return events
    .map(({ event, within }, at) => {
      const isLast = span.isWhole && at === events.length - 1
      const cursor = isLast ? { madeAt, seen: upTo, within: null } : { madeAt, seen, within }
      return eventText(seenWith(sight, event), writeCursor(cursor))
    })
    .join('')
}

const seenWith = (sight: EventVisibility, event: LiveEvent): LiveEvent => {
  if (sight === 'whole' || event.type !== 'result') return event
  const { result: _, trigger: __, ...summary } = event
  return summary
}
