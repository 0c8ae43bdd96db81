import { setTimeout as wait } from 'node:timers/promises'
import type { PostgresExit, Postmaster, Refusal } from './postmaster.ts'

export type Supervisor = {
  /** Id of the current process, or of the last one during a restart. */
  pid(): number
  /** Calls the listener for every unexpected exit; a restart follows automatically. */
  onExit(listener: (exit: PostgresExit) => void): void
  stop(): Promise<void>
}

const firstPauseMs = 50
const longestPauseMs = 5000

/**
 * Keeps PostgreSQL running: restarts it after an unexpected exit, immediately at first and then with growing pauses, for as long as the
 * server runs, because the cause (such as a full disk) may be fixed meanwhile.
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
      if (outcome.said !== lastSaid) log(`PostgreSQL failed to restart and is tried again: ${outcome.said}`)
      lastSaid = outcome.said
      await wait(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
    return null
  }

  const watching = (async () => {
    for (;;) {
      const exit = await current.exited
      if (stopping.signal.aborted) return
      log(`PostgreSQL exited unexpectedly (${exit.signal ?? `exit code ${exit.code}`}) and is being restarted`)
      for (const listener of listeners) listener(exit)
      const next = await startAgain()
      if (!next) return
      current = next
      if (stopping.signal.aborted) await current.stop()
    }
  })()

  return {
    pid: () => current.pid,
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
