import type { Client } from 'pg'
import { isReadOnly } from './away.ts'

/** Silence of a statement after which somebody looks whether the database still works on it, in ms. */
const SILENCE_MS = 15_000

/** PostgreSQL has no room for one more connection, which says nothing of the others. */
const NO_ROOM = '53300'

type Followed = {
  readonly client: Client
  /** The process of PostgreSQL that works for it, told apart from a later one with the same number. */
  readonly backend: string
  /** When it was given the statement that it waits for; null: it waits for none. */
  askedAt: number | null
  /** The same of the statement that its process was not seen working on. */
  missedAt: number | null
}

/** Ends connections that would be waited for although nothing comes, so that whoever waits sees it as a lost connection. */
export type ConnectionWatch = {
  /** Follows a connection from now on, and reads which process of PostgreSQL works for it. */
  follow(client: Client): Promise<void>
  stop(): void
}

/**
 * Watches connections of a pool. TCP reports a host that vanished only after many minutes where a statement was sent to it, and never behind
 * a proxy that stays; a time-out would end long statements that are well. So another connection (from `connect`) is asked whether the
 * process of a silent statement works on it: if it does not, twice in a row, or nothing can be asked, the connection is ended. So is one whose
 * server takes no writes any more: after a fail-over, the pool would go on using the old server.
 */
export const watchConnections = (connect: () => Client, silenceMs = SILENCE_MS): ConnectionWatch => {
  const followed = new Set<Followed>()
  let isLooking = false

  const look = async (): Promise<void> => {
    const before = performance.now() - silenceMs
    const silent = [...followed].filter(({ askedAt }) => askedAt !== null && askedAt <= before)
    if (silent.length === 0) return
    const asked = new Map(silent.map((each) => [each, each.askedAt]))
    const working = await workingBackends(connect())
    if (working === null) return
    for (const [each, askedAt] of asked) {
      if (each.askedAt !== askedAt || working.has(each.backend)) continue
      // Its answer may be on the way the first time, unless PostgreSQL cannot be reached at all.
      if (each.missedAt === askedAt || working.size === 0) end(each.client)
      each.missedAt = askedAt
    }
  }

  const timer = setInterval(() => {
    if (isLooking) return
    isLooking = true
    look().finally(() => {
      isLooking = false
    })
  }, silenceMs / 3)
  timer.unref()

  return {
    async follow(client) {
      const { rows } = await client.query<{ backend: string }>(
        `select pid || ' ' || backend_start as backend from pg_stat_activity where pid = pg_backend_pid()`,
      )
      const each: Followed = { client, backend: rows[0]?.backend ?? '', askedAt: null, missedAt: null }
      followed.add(each)
      client.once('end', () => followed.delete(each))
      client.on('drain', () => {
        each.askedAt = null
      })
      const query: (...words: unknown[]) => unknown = client.query
      const watched = (...words: unknown[]): unknown => {
        each.askedAt ??= performance.now()
        const answer: unknown = Reflect.apply(query, client, words)
        if (answer instanceof Promise)
          answer.catch((error: unknown) => {
            if (isReadOnly(error)) end(client)
          })
        return answer
      }
      // All forms of a call are passed on as they come.
      client.query = watched as typeof client.query
    },
    stop() {
      clearInterval(timer)
    },
  }
}

/** Ends a connection at once: whoever waits for its statement gets the error of a connection that was lost. */
const end = (client: Client): void => {
  client.end().catch(() => {})
}

/** The processes that work on a statement; empty where PostgreSQL cannot be reached, null where that is not known. */
const workingBackends = async (client: Client): Promise<ReadonlySet<string> | null> => {
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ backend: string }>(
      `select pid || ' ' || backend_start as backend from pg_stat_activity where state = 'active'`,
    )
    return new Set(rows.map(({ backend }) => backend))
  } catch (cause) {
    return (cause as { code?: unknown }).code === NO_ROOM ? null : new Set()
  } finally {
    end(client)
  }
}
