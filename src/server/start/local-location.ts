import { setTimeout as wait } from 'node:timers/promises'
import type { Db } from '../store/core/database.ts'

/** The location of the embedded agent, which exists from the agent's first registration on. */
export const LOCAL_LOCATION = 'local'

const LOOK_EVERY_MS = 50

export type LocalLocation = {
  /** Whether monitors can be run there. A server without an embedded agent does not need the location. */
  exists(): Promise<boolean>
  /** Resolves once it exists, or when the server stops. */
  joined(): Promise<void>
  stop(): void
}

/** Follows the registration of the embedded agent. */
export const openLocalLocation = (db: Db, isNeeded: boolean): LocalLocation => {
  let isThere = !isNeeded
  const stopping = new AbortController()
  const exists = async () => {
    isThere ||=
      (await db.selectFrom('location').select('key').where('id', '=', LOCAL_LOCATION).executeTakeFirst()) !== undefined
    return isThere
  }
  return {
    exists,
    async joined() {
      while (!stopping.signal.aborted && !(await exists()))
        await wait(LOOK_EVERY_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
    },
    stop: () => stopping.abort(),
  }
}
