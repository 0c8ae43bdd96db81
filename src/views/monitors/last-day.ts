import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'

type Answer = AnswerOf<ProductContract['statistics.before']>
/** The last 24 hours of one monitor, by hour. */
export type LastDay = Answer['results'][string]

type Read = (callIds: readonly string[]) => Promise<Answer>

/** Rows that come into view together are asked for together. */
const BATCH_MS = 40
/** The most that one request may ask for. */
const MOST_AT_ONCE = 500
/** A reading that is older than this is asked for again when its row is drawn again. */
const FRESH_MS = 60_000
/** After a new result a row is read again, but not more often than this. */
const LEAST_BETWEEN_MS = 5_000

/** Readings of the rows that were seen: asked for in batches, and kept. */
export const lastDays = (read: Read, now: () => number) => {
  const known = new Map<string, { readonly at: number; readonly day: LastDay | null; readonly newest: string | null }>()
  /** The newest result of each row that was seen, by the monitor's id. */
  const newestOf = new Map<string, string | null>()
  const wanted = new Set<string>()
  /** Rows with a new result soon after they were read. */
  const early = new Set<string>()
  const listeners = new Set<() => void>()
  let gathering = false

  const ask = async (ids: readonly string[]) => {
    const at = now()
    // Whoever asks while this is under way is not to ask for the same again.
    const asked = new Map(ids.map((id) => [id, newestOf.get(id) ?? null]))
    for (const [id, newest] of asked) known.set(id, { at, day: known.get(id)?.day ?? null, newest })
    const answer = await read(ids).catch(() => null)
    for (const [id, newest] of asked) {
      if (answer) known.set(id, { at, day: answer.results[id] ?? null, newest })
      else known.delete(id)
    }
    for (const listener of listeners) listener()
  }
  const gather = () => {
    gathering = false
    const ids = [...wanted]
    wanted.clear()
    for (let at = 0; at < ids.length; at += MOST_AT_ONCE) void ask(ids.slice(at, at + MOST_AT_ONCE))
  }
  const gatherWith = (id: string) => {
    wanted.add(id)
    if (gathering) return
    gathering = true
    setTimeout(gather, BATCH_MS)
  }
  return {
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    /** What is known; null while nothing is. */
    of: (id: string): LastDay | null => known.get(id)?.day ?? null,
    /** Asks for a monitor's day where it is not known, or is older than its newest result. */
    want(id: string, newest: string | null) {
      newestOf.set(id, newest)
      const before = known.get(id)
      const age = before ? now() - before.at : Number.POSITIVE_INFINITY
      if (before && before.newest === newest && age < FRESH_MS) return
      if (age >= LEAST_BETWEEN_MS) gatherWith(id)
      else if (!early.has(id)) {
        early.add(id)
        setTimeout(() => {
          early.delete(id)
          gatherWith(id)
        }, LEAST_BETWEEN_MS - age)
      }
    },
  }
}

export type LastDays = ReturnType<typeof lastDays>

const HOURS = 24
const HOUR_MS = 3_600_000

/** A sparkline of a day: the median of each hour that has one, and which hours had a failed run. */
export const sparkOf = (day: LastDay, nowMs: number): { values: (number | null)[]; failed: number[] } => {
  const first = Math.floor(nowMs / HOUR_MS) - HOURS + 1
  const values: (number | null)[] = Array.from({ length: HOURS }, () => null)
  const failed: number[] = []
  for (const { time, median, fail } of day.hours) {
    const place = Math.floor(Date.parse(time) / HOUR_MS) - first
    if (place < 0 || place >= HOURS) continue
    values[place] = median
    if (fail > 0) failed.push(place)
  }
  return { values, failed }
}
