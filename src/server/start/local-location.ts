import { setTimeout as wait } from 'node:timers/promises'
import { type LocationStatus, locationStatus } from '../store/agents/location-status.ts'
import type { Db } from '../store/core/database.ts'

/** The location of the embedded agent, which exists from the agent's first registration on. */
export const LOCAL_LOCATION = 'local'

const LOOK_EVERY_MS = 50

export type LocalLocation = {
  /** Whether monitors are run there. A server without an embedded agent does not need the location. */
  status(): Promise<LocationStatus>
  /** Resolves once it is online, or when the server stops. */
  joined(): Promise<void>
  stop(): void
}

/** Follows the embedded agent: its registration, and whether it keeps asking for work. */
export const openLocalLocation = (db: Db, clock: () => number, isNeeded: boolean): LocalLocation => {
  const stopping = new AbortController()
  const status = async (): Promise<LocationStatus> =>
    isNeeded ? locationStatus(db, LOCAL_LOCATION, clock()) : 'online'
  return {
    status,
    async joined() {
      while (!stopping.signal.aborted && (await status()) !== 'online')
        await wait(LOOK_EVERY_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
    },
    stop: () => stopping.abort(),
  }
}
