import { once } from 'node:events'
import { createServer } from 'node:net'

const isTaken = async (host: string, port: number): Promise<boolean> => {
  const probe = createServer().listen(port, host)
  try {
    await once(probe, 'listening')
    return false
  } catch {
    return true
  } finally {
    probe.close()
  }
}

/** Returns the first port of a list that another program listens on; null if all are free. */
export const firstTaken = async (host: string, ports: readonly number[]): Promise<number | null> => {
  for (const port of ports) if (await isTaken(host, port)) return port
  return null
}
