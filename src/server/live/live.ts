import type { Database } from '../store/core/database.ts'
import { currentSnapshot, type EventRow, eventsSince } from '../store/core/events.ts'
import { announcer, CHANNEL } from './announcer.ts'
import { bytesOf, type EventVisibility, rowsText } from './event-text.ts'
import { type Listener, listenTo } from './listener.ts'
import { openReader, type Reader, type ReaderOptions } from './reader.ts'

/** With polling in between, a quiet stream gets a heartbeat at least every 15 s. */
const BEAT_MS = 10_000
/** Polling interval of the hub, in case a notification was lost. */
export const POLL_INTERVAL_MS = 5_000
const MOST_READERS = 5_000
/** Keeps one project from using up all streams. */
const MOST_OF_PROJECT = 1_250
/** An account may open as many streams as this number of callers: it can make keys without end, in several projects. */
const CALLERS_OF_ACCOUNT = 4

export type Live = {
  /** Notifies all servers that events were committed. */
  announce(): void
  /**
   * Opens a project's stream, or returns whose limit is reached. Everything committed from now on will be sent. `caller` identifies the
   * listener, `accountId` the account that it belongs to; null: none.
   */
  open(
    asked: Omit<ReaderOptions, 'db' | 'clock' | 'onEnd'> & { caller: string; accountId: string | null },
  ): Promise<ReadableStream<Uint8Array> | TooMany>
  /** Sends new events to all streams. Must be called repeatedly, never concurrently. */
  look(): Promise<void>
  stop(): void
}

/** The limit that was reached: of the server, the project, the account or the caller. */
export type TooMany = 'server' | 'project' | 'account' | 'caller'

type Joining = { reader: Reader; done: () => void; failed: (cause: unknown) => void }

/** Reads new events once for all streams of this server, wherever they were written. `wake` schedules a `look` soon. */
export const openLive = (options: {
  database: Database
  clock: () => number
  wake: () => void
  /** Maximum streams per caller; null: unlimited. */
  perCaller: number | null
}): Live => {
  const { database, clock, wake, perCaller } = options
  const { db } = database
  const readers = new Set<Reader>()
  const open = counted()
  const joining: Joining[] = []
  let listener: Listener | null = null
  /** Everything visible in this snapshot was sent; null without readers. */
  let seen: string | null = null
  let lastBeat = 0
  let isStopping = false

  const rest = () => {
    listener?.close()
    listener = null
    seen = null
  }

  return {
    announce: announcer(db),

    async open(asked) {
      if (isStopping) throw stopping()
      const ofCaller = `caller ${asked.caller}`
      const ofProject = `project ${asked.projectKey}`
      const ofAccount = asked.accountId === null ? null : `account ${asked.accountId}`
      const names = [ofCaller, ofProject, ...(ofAccount === null ? [] : [ofAccount])]
      if (readers.size + joining.length >= MOST_READERS) return 'server'
      if (perCaller !== null && open.of(ofCaller) >= perCaller) return 'caller'
      if (perCaller !== null && ofAccount !== null && open.of(ofAccount) >= CALLERS_OF_ACCOUNT * perCaller)
        return 'account'
      if (perCaller !== null && open.of(ofProject) >= MOST_OF_PROJECT) return 'project'
      for (const name of names) open.add(name, 1)
      let isCounted = true
      const leave = () => {
        if (isCounted) for (const name of names) open.add(name, -1)
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
        // New readers fetch what lies before `seen` themselves, and get everything after it from here.
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
      isStopping = true
      for (const { failed } of joining.splice(0)) failed(stopping())
      for (const reader of [...readers]) reader.end()
      rest()
    },
  }
}

/** The error of a stream that the server is too late to open, with PostgreSQL's own code for shutting down. */
const stopping = () => Object.assign(new Error('The server is stopping.'), { code: '57P01' })

/** A map of counters that keeps no zeros. */
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

/** Sends every reader the rows of its project, formatted once per project and sight. */
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
  const bytesFor = (projectKey: number, own: readonly EventRow[], sight: EventVisibility): Uint8Array => {
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
