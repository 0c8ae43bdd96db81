import { faultSummary } from '../../../domain/core/fault-summary.ts'
import { isAway } from './away.ts'

type Log = (line: string) => void

/** Lines that were logged lately, by the log: a row that fails every second is logged once. */
const logged = new WeakMap<Log, Set<string>>()
const REMEMBERED = 1_000

const logOnce = (log: Log, line: string): void => {
  const lines = logged.get(log) ?? new Set()
  logged.set(log, lines)
  if (lines.has(line)) return
  if (lines.size >= REMEMBERED) lines.clear()
  lines.add(line)
  log(line)
}

/**
 * Does work for one of several rows that share a round, so that its failure is its own: it is logged under `about`, which names kind and
 * key but never contents, and the result is undefined. An outage of the database is thrown, since it fails the others too.
 */
export const byItself = async <Value>(
  { about, log }: { readonly about: string; readonly log: Log },
  work: () => Promise<Value>,
): Promise<Value | undefined> => {
  try {
    return await work()
  } catch (cause) {
    if (isAway(cause)) throw cause
    logOnce(log, `${about}: ${faultSummary(cause)}`)
    return undefined
  }
}

/**
 * Does work for several rows at once and, where that fails for anything but an outage, for each row by itself. Returns what was done, and
 * the rows that failed, which the caller puts off where they would come first again.
 */
export const togetherOrEach = async <Row, Value>(
  rows: readonly Row[],
  { about, log }: { readonly about: (row: Row) => string; readonly log: Log },
  work: (rows: readonly Row[]) => Promise<Value>,
): Promise<{ readonly done: Value[]; readonly failed: Row[] }> => {
  if (rows.length > 1)
    try {
      return { done: [await work(rows)], failed: [] }
    } catch (cause) {
      if (isAway(cause)) throw cause
    }
  const done: Value[] = []
  const failed: Row[] = []
  for (const row of rows) {
    const own = await byItself({ about: about(row), log }, async () => ({ value: await work([row]) }))
    if (own) done.push(own.value)
    else failed.push(row)
  }
  return { done, failed }
}
