import type { Database } from '../store/core/database.ts'
import { currentSnapshot, type EventRow, eventsSince } from '../store/core/events.ts'
import { announcer, CHANNEL } from './announcer.ts'
import { bytesOf, rowsText, type Sight } from './event-text.ts'
import { type Listener, listenTo } from './listener.ts'
import { openReader, type Reader, type ReaderOptions } from './reader.ts'

/** With the looks in between, a quiet stream says something at least every 15 s. */
const BEAT_MS = 10_000
/** The hub looks by itself at least this often: what was announced may not have been heard. */
export const LOOK_MS = 5_000
const MOST_READERS = 5_000
/** So that others are heard too, whatever the callers of one project do. */
const MOST_OF_PROJECT = 1_250

export type Live = {
  /** Tells all servers that events were committed. */
  announce(): void
  /** The stream of a project, or who has too many already. What is committed from now on will be told. `caller` names whoever listens. */
  open(
    asked: Omit<ReaderOptions, 'db' | 'clock' | 'onEnd'> & { caller: string },
  ): Promise<ReadableStream<Uint8Array> | TooMany>
  /** Hands out what is new. To be called again and again, never twice at a time. */
  look(): Promise<void>
  stop(): void
}

/** Whose streams are as many as there may be: all of this server, those of the project, or those of the caller. */
export type TooMany = 'server' | 'project' | 'caller'

type Joining = { reader: Reader; done: () => void; failed: (cause: unknown) => void }

/** Reads new events once for all streams of this server, wherever they were written. `wake` makes `look` be called soon. */
export const openLive = (options: {
  database: Database
  clock: () => number
  wake: () => void
  /** How many streams a caller may have open; null: any number. */
  perCaller: number | null
}): Live => {
  const { database, clock, wake, perCaller } = options
  const { db } = database
  const readers = new Set<Reader>()
  const open = counted()
  const joining: Joining[] = []
  let listener: Listener | null = null
  /** Everything that this snapshot shows was handed out; null while nobody reads. */
  let seen: string | null = null
  let lastBeat = 0

  const rest = () => {
    listener?.close()
    listener = null
    seen = null
  }

  return {
    announce: announcer(db),

    async open(asked) {
      const ofCaller = `caller ${asked.caller}`
      const ofProject = `project ${asked.projectKey}`
      if (readers.size + joining.length >= MOST_READERS) return 'server'
      if (perCaller !== null && open.of(ofCaller) >= perCaller) return 'caller'
      if (perCaller !== null && open.of(ofProject) >= MOST_OF_PROJECT) return 'project'
      for (const name of [ofCaller, ofProject]) open.add(name, 1)
      let isCounted = true
      const leave = () => {
        if (isCounted) for (const name of [ofCaller, ofProject]) open.add(name, -1)
        isCounted = false
      }
      const onEnd = (one: Reader) => {
        readers.delete(one)
        leave()
      }
      const reader = openReader({ ...asked, db, clock, onEnd })
      try {
        await new Promise<void>((done, failed) => {
          joining.push({ reader, done, failed })
          wake()
        })
        return reader.stream()
      } catch (cause) {
        leave()
        throw cause
      }
    },

    async look() {
      const joined = joining.splice(0)
      if (readers.size + joined.length === 0) return rest()
      listener ??= listenTo(database, CHANNEL, wake)
      if (seen !== null && Math.abs(clock() - lastBeat) >= BEAT_MS) {
        lastBeat = clock()
        for (const reader of [...readers]) reader.beat(seen)
      }
      try {
        if (seen !== null) {
          const projectKeys = [...new Set([...readers].map((reader) => reader.projectKey))]
          const { upTo, rows } = await eventsSince(db, seen, projectKeys)
          handOut(readers, rows, { madeAt: clock(), seen, upTo })
          seen = upTo
        } else seen = await currentSnapshot(db)
        // What lies before `seen` they fetch themselves; all that comes after is handed to them.
        for (const { reader, done } of joined) {
          reader.begin(seen)
          readers.add(reader)
          done()
        }
      } catch (cause) {
        for (const { failed } of joined) failed(cause)
        throw cause
      }
    },

    stop() {
      // As PostgreSQL says of itself: not now.
      const stopping = Object.assign(new Error('The server is stopping.'), { code: '57P01' })
      for (const { failed } of joining.splice(0)) failed(stopping)
      for (const reader of [...readers]) reader.end()
      rest()
    },
  }
}

/** Counts by name; names without a count take no room. */
const counted = () => {
  const counts = new Map<string, number>()
  return {
    of: (name: string): number => counts.get(name) ?? 0,
    add(name: string, by: number) {
      const count = (counts.get(name) ?? 0) + by
      if (count > 0) counts.set(name, count)
      else counts.delete(name)
    },
  }
}

/** Gives every reader the rows of its project, written out once for all that see the same. */
const handOut = (
  readers: ReadonlySet<Reader>,
  rows: readonly EventRow[],
  span: { madeAt: number; seen: string; upTo: string },
): void => {
  const ofProject = new Map<number, EventRow[]>()
  for (const row of rows) {
    const others = ofProject.get(row.project_key)
    if (others) others.push(row)
    else ofProject.set(row.project_key, [row])
  }
  const written = new Map<string, Uint8Array>()
  const bytesFor = (projectKey: number, own: readonly EventRow[], sight: Sight): Uint8Array => {
    const name = `${projectKey}:${sight}`
    const bytes = written.get(name) ?? bytesOf(rowsText(own, { ...span, isWhole: true }, sight))
    written.set(name, bytes)
    return bytes
  }
  for (const reader of [...readers]) {
    const own = ofProject.get(reader.projectKey)
    if (own) reader.push(bytesFor(reader.projectKey, own, reader.sight))
  }
}
