import { setTimeout as wait } from 'node:timers/promises'
import type { PostgresExit, Postmaster, Refusal } from './postmaster.ts'

export type Supervisor = {
  /** The process that runs now, or ran last while another is being started. */
  pid(): number
  /** Tells of every end that nobody ordered; a new start follows by itself. */
  onExit(listener: (exit: PostgresExit) => void): void
  interrupt(): void
  stop(): Promise<void>
}

const firstPauseMs = 50
const longestPauseMs = 5000

/**
 * Keeps PostgreSQL running: whenever it ends unasked it is started again, at first at once and then ever more patiently,
 * for as long as the server runs (what was in the way, such as a full disk, may be mended meanwhile).
 */
export const supervise = (
  first: Postmaster,
  start: () => Promise<Postmaster | Refusal>,
  log: (line: string) => void,
): Supervisor => {
  const listeners = new Set<(exit: PostgresExit) => void>()
  const stopping = new AbortController()
  let current = first

  const startAgain = async (): Promise<Postmaster | null> => {
    let lastSaid = ''
    for (let pauseMs = firstPauseMs; !stopping.signal.aborted; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      const outcome = await start().catch((error: unknown) => ({ said: String(error) }))
      if ('stop' in outcome) return outcome
      if (outcome.said !== lastSaid) log(`PostgreSQL does not start again yet: ${outcome.said}`)
      lastSaid = outcome.said
      await wait(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
    return null
  }

  const watching = (async () => {
    for (;;) {
      const exit = await current.exited
      if (stopping.signal.aborted) return
      log(`PostgreSQL ended unasked (${exit.signal ?? `exit code ${exit.code}`}) and is started again`)
      for (const listener of listeners) listener(exit)
      const next = await startAgain()
      if (!next) return
      current = next
      if (stopping.signal.aborted) await current.stop()
    }
  })()

  return {
    pid: () => current.pid,
    interrupt: () => current.interrupt(),
    onExit: (listener) => {
      listeners.add(listener)
    },
    stop: async () => {
      stopping.abort()
      await current.stop()
      await watching
    },
  }
}
