import { setTimeout as wait } from 'node:timers/promises'
import { ONLINE_WITHIN_MS } from '../store/agents/agents.ts'
import type { Db } from '../store/core/database.ts'

/** The location of the embedded agent, which exists from the agent's first registration on. */
export const LOCAL_LOCATION = 'local'

/** Whether monitors are run at the location now, and if not, whether that is because its agent was revoked. */
export type LocalStanding = 'online' | 'away' | 'revoked'

const LOOK_EVERY_MS = 50

export type LocalLocation = {
  /** Whether monitors are run there. A server without an embedded agent does not need the location. */
  standing(): Promise<LocalStanding>
  /** Resolves once it is online, or when the server stops. */
  joined(): Promise<void>
  stop(): void
}

/** Follows the embedded agent: its registration, and whether it keeps asking for work. */
export const openLocalLocation = (db: Db, clock: () => number, isNeeded: boolean): LocalLocation => {
  const stopping = new AbortController()
  const standing = async (): Promise<LocalStanding> => {
    if (!isNeeded) return 'online'
    const row = await db
      .selectFrom('location')
      .leftJoin('agent', (join) =>
        join.onRef('agent.location_key', '=', 'location.key').on('agent.revoked', 'is', null),
      )
      .select(({ fn }) => ['location.closed', fn.max('agent.last_seen').as('seen')])
      .where('location.id', '=', LOCAL_LOCATION)
      .groupBy('location.closed')
      .executeTakeFirst()
    if (row && row.closed !== null) return 'revoked'
    return (row?.seen ?? 0) > clock() - ONLINE_WITHIN_MS ? 'online' : 'away'
  }
  return {
    standing,
    async joined() {
      while (!stopping.signal.aborted && (await standing()) !== 'online')
        await wait(LOOK_EVERY_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
    },
    stop: () => stopping.abort(),
  }
}
