import { once } from 'node:events'
import { createServer } from 'node:net'

/** A place where a server listens. */
type Place = { readonly host: string; readonly port: number }

/** Returns whether no program listens there. */
export const isFree = async ({ host, port }: Place): Promise<boolean> => {
  const probe = createServer().listen(port, host)
  try {
    await once(probe, 'listening')
    return true
  } catch {
    return false
  } finally {
    probe.close()
  }
}

/** Returns the first port of a list that another program listens on; null if all are free. */
export const firstTaken = async (places: readonly Place[]): Promise<number | null> => {
  for (const place of places) if (!(await isFree(place))) return place.port
  return null
}
