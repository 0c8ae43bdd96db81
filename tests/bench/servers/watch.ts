import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from 'pg'
import type { Installation } from '../../support/installation.ts'
import { isReady } from './round-robin.ts'
import type { SystemPostgres } from './system-postgres.ts'

const LOOK_EVERY_MS = 250

export type Watched = {
  /** The longest time in which no result was stored. */
  readonly stillMs: number
  /** Time in which a server was not ready by its health, of the server for which it was longest. */
  readonly unreadyMs: number
}

/** Watches how results are stored, and the health of these servers, until it is stopped. */
export const watch = (postgres: SystemPostgres, servers: readonly Installation[]): { stop(): Promise<Watched> } => {
  const fromMs = Date.now()
  let isOver = false
  let stillMs = 0
  const unreadyMs = servers.map(() => 0)

  const followStored = async () => {
    let client: Client | null = null
    let stored = -1
    let grownMs = Date.now()
    while (!isOver) {
      try {
        client ??= await postgres.connect()
        const { rows } = await client.query<{ count: number }>(
          'select count(*)::int as count from result where due >= $1',
          [fromMs],
        )
        const count = rows[0]?.count ?? 0
        if (count !== stored) grownMs = Date.now()
        stored = count
      } catch {
        await client?.end().catch(() => undefined)
        client = null
      }
      stillMs = Math.max(stillMs, Date.now() - grownMs)
      await wait(LOOK_EVERY_MS)
    }
    await client?.end().catch(() => undefined)
  }
  const followHealth = async (server: Installation, index: number) => {
    let seenMs = Date.now()
    while (!isOver) {
      const ready = await isReady(server.api.base)
      const nowMs = Date.now()
      if (!ready) unreadyMs[index] = (unreadyMs[index] ?? 0) + nowMs - seenMs
      seenMs = nowMs
      await wait(LOOK_EVERY_MS)
    }
  }
  const watching = Promise.all([followStored(), ...servers.map(followHealth)])
  return {
    async stop() {
      isOver = true
      await watching
      return { stillMs, unreadyMs: Math.max(0, ...unreadyMs) }
    },
  }
}
