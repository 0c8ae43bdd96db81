import { setTimeout as wait } from 'node:timers/promises'
import type { Installation } from '../../support/installation.ts'
import type { SystemPostgres } from './system-postgres.ts'

const TRIES_WITHIN_MS = 60_000
/** Time in which a statement that was under way ends, so that its transaction is seen to rest. */
const RESTS_AFTER_MS = 100

/** Lets a server go on; one that is held still would not see the signal that ends it. */
export const thaw = (server: Installation): void => {
  try {
    process.kill(server.serverPid(), 'SIGCONT')
  } catch {
    // It has ended.
  }
}

/** Holds a server still, whatever it does at the moment, for as long as `meanwhile` takes. */
export const frozen = async (server: Installation, meanwhile: () => Promise<void>): Promise<void> => {
  const leave = () => thaw(server)
  process.once('exit', leave)
  process.kill(server.serverPid(), 'SIGSTOP')
  try {
    await meanwhile()
  } finally {
    process.off('exit', leave)
    thaw(server)
  }
}

/** Transactions of a program that hold the locks of targets; `rests`: between two statements. */
const holding = (rests: boolean): string => `
  select from pg_stat_activity a join pg_locks l using (pid)
  where a.application_name = $1 and l.locktype = 'advisory' and l.granted
    and a.xact_start is not null ${rests ? "and a.state = 'idle in transaction'" : ''} limit 1`

/**
 * Freezes a server within a transaction that stores results: at a moment when one is seen, if it still holds its locks afterwards. Else the
 * server goes on at once, and the next moment is tried. Returns how often it was tried.
 */
export const frozenWithin = async (
  { postgres, server, program }: { postgres: SystemPostgres; server: Installation; program: string },
  meanwhile: () => Promise<void>,
): Promise<number> => {
  const client = await postgres.connect()
  const holds = async (rests: boolean) => ((await client.query(holding(rests), [program])).rowCount ?? 0) > 0
  try {
    let isOver = false
    let tries = 0
    for (const end = Date.now() + TRIES_WITHIN_MS; !isOver; ) {
      if (Date.now() > end) throw new Error(`The server was not caught within a transaction in ${tries} tries.`)
      if (!(await holds(false))) continue
      tries++
      await frozen(server, async () => {
        await wait(RESTS_AFTER_MS)
        if (!(await holds(true))) return
        isOver = true
        await meanwhile()
      })
    }
    return tries
  } finally {
    await client.end().catch(() => undefined)
  }
}
