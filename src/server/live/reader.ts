import type { Db } from '../store/core/database.ts'
import { eventsBetween, RESUMABLE_MS } from '../store/core/events.ts'
import { type Cursor, endOf, readCursor, writeCursor } from './cursor.ts'
import { bytesOf, type EventVisibility, eventText, HEARTBEAT_TEXT, idText, rowsText } from './event-text.ts'

/** Maximum bytes queued for a slow reader; beyond it the connection is closed, and the client resumes later. */
const MOST_WAITING_BYTES = 1024 * 1024
const QUEUE_BYTES = 64 * 1024
const ROWS_AT_ONCE = 10

export type ReaderOptions = {
  db: Db
  projectKey: number
  sight: EventVisibility
  /** The id of the last event that the caller received; null for a new stream. */
  lastEventId: string | null
  clock: () => number
  /** Checks again whether the caller may see the project. */
  isStillAdmitted: () => Promise<boolean>
  /** Closes the connection without waiting for pending data. */
  hangUp: () => void
  /** Aborted when the caller disconnects. */
  signal: AbortSignal
  onEnd: (reader: Reader) => void
}

/** One stream: missed events first, then what the hub pushes. */
export type Reader = {
  readonly projectKey: number
  readonly sight: EventVisibility
  /** Opens the stream. Events not visible in the snapshot `seen` will be pushed; earlier ones it fetches itself. */
  begin(seen: string): void
  stream(): ReadableStream<Uint8Array>
  push(bytes: Uint8Array): void
  /** Sends a heartbeat and checks whether the caller may still listen. */
  beat(seen: string): void
  end(): void
}

type Span = { seen: string; upTo: string; after: Cursor['within'] }

export const openReader = (options: ReaderOptions): Reader => {
  const { db, projectKey, sight, clock } = options
  let controller: ReadableStreamDefaultController<Uint8Array>
  let stream: ReadableStream<Uint8Array>
  let missed: Span[] = []
  let isCaughtUp = false
  const queued: Uint8Array[] = []
  let queuedBytes = 0
  let isOver = false

  const over = () => {
    isOver = true
    queued.length = 0
    options.signal.removeEventListener('abort', close)
    options.onEnd(reader)
  }
  const close = () => {
    if (isOver) return
    const isBehind = (controller.desiredSize ?? 0) < QUEUE_BYTES
    over()
    controller.close()
    // Unread data may never be read, so the connection is closed to free its memory.
    if (isBehind) options.hangUp()
  }
  const send = (bytes: Uint8Array) => {
    if (-(controller.desiredSize ?? 0) > MOST_WAITING_BYTES) close()
    if (!isOver) controller.enqueue(bytes)
  }
  const say = (text: string) => send(bytesOf(text))
  const idAt = (seen: string) => writeCursor({ madeAt: clock(), seen, within: null })

  /** Sends the next batch of missed events, as fast as it is read, and finally what was queued meanwhile. */
  const catchUp = async (): Promise<void> => {
    const span = missed[0]
    if (isOver || isCaughtUp) return
    if (!span) {
      isCaughtUp = true
      for (const bytes of queued.splice(0)) send(bytes)
      return
    }
    const { seen, upTo, after } = span
    const rows = await eventsBetween(db, { projectKey, seen, upTo, from: after?.key ?? 0, limit: ROWS_AT_ONCE })
    if (isOver) return
    const last = rows.at(-1)
    const isWhole = rows.length < ROWS_AT_ONCE || !last
    const text = rowsText(rows, { ...span, madeAt: clock(), isWhole: false }, sight)
    if (isWhole) missed.shift()
    else missed[0] = { ...span, after: { upTo, key: last.key, index: Number.MAX_SAFE_INTEGER } }
    say(isWhole ? text + idText(idAt(upTo)) : text)
  }

  const reader: Reader = {
    projectKey,
    sight,
    begin(seen) {
      stream = new ReadableStream<Uint8Array>(
        {
          start: (opened) => {
            controller = opened
          },
          pull: () => catchUp().catch(close),
          cancel: () => {
            if (!isOver) over()
          },
        },
        new ByteLengthQueuingStrategy({ highWaterMark: QUEUE_BYTES }),
      )
      options.signal.addEventListener('abort', close)
      const { lastEventId } = options
      const cursor = lastEventId === null ? null : readCursor(lastEventId)
      if (cursor && isResumable(cursor, seen, clock())) missed = spansOf(cursor, seen)
      else if (lastEventId !== null) say(eventText({ type: 'reset' }, idAt(seen)))
      else say(HEARTBEAT_TEXT + idText(idAt(seen)))
    },
    stream: () => stream,
    push(bytes) {
      if (isCaughtUp) return send(bytes)
      queued.push(bytes)
      queuedBytes += bytes.length
      if (queuedBytes > MOST_WAITING_BYTES) close()
    },
    beat(seen) {
      say(isCaughtUp ? HEARTBEAT_TEXT + idText(idAt(seen)) : HEARTBEAT_TEXT)
      // An unreachable store has no new events either: checked again at the next heartbeat.
      options.isStillAdmitted().then(
        (isAdmitted) => isAdmitted || close(),
        () => {},
      )
    },
    end: close,
  }
  return reader
}

/** Whether a cursor is recent enough and from this store's history: a snapshot from before a restored backup may lie in the future. */
const isResumable = ({ madeAt, seen, within }: Cursor, now: string, nowMs: number): boolean =>
  madeAt >= nowMs - RESUMABLE_MS &&
  madeAt <= nowMs + RESUMABLE_MS &&
  endOf(seen) <= endOf(now) &&
  (within === null || endOf(within.upTo) <= endOf(now))

const spansOf = ({ seen, within }: Cursor, now: string): Span[] =>
  within
    ? [
        { seen, upTo: within.upTo, after: within },
        { seen: within.upTo, upTo: now, after: null },
      ]
    : [{ seen, upTo: now, after: null }]
