import { setTimeout as wait } from 'node:timers/promises'
import { familyOf } from '../../support/family.ts'
import type { Installation } from '../../support/installation.ts'
import { megabytesOf } from '../memory.ts'

const ASK_EVERY_MS = 100
const LOOK_EVERY_MS = 500

/** Memory in MB, with shares of shared memory. */
export type Memory = { readonly server: number; readonly postgres: number }

export const memoryOf = (installation: Installation): Memory => ({
  server: megabytesOf(installation.serverPid()),
  postgres: familyOf(installation.postgresPid()).reduce((sum, pid) => sum + megabytesOf(pid), 0),
})

/** Effects on others meanwhile. */
export type Noticed = {
  /** The 95th percentile and the longest of the answers to a request for a list of monitors, in milliseconds. */
  readonly listMs: { readonly p95: number; readonly longest: number }
  /** Peaks. */
  readonly memory: Memory
  /** The longest delay of the server's event loop, in milliseconds. */
  readonly loopDelayMs: number
}

/** Looks at memory and delay, and asks for a list of monitors again and again, until it is stopped. */
export const watchServer = (installation: Installation): { stop(): Promise<Noticed> } => {
  let isOver = false
  const answersMs: number[] = []
  const peak = { server: 0, postgres: 0 }
  let loopDelayMs = 0
  const ask = async () => {
    while (!isOver) {
      const begun = performance.now()
      await installation.api.call('GET', '/api/3/monitors/?limit=50')
      answersMs.push(performance.now() - begun)
      await wait(ASK_EVERY_MS)
    }
  }
  const look = async () => {
    while (!isOver) {
      const { server, postgres } = memoryOf(installation)
      peak.server = Math.max(peak.server, server)
      peak.postgres = Math.max(peak.postgres, postgres)
      const health = await installation.api.get<{ event_loop_delay_ms: { max: number } }>('/api/health')
      loopDelayMs = Math.max(loopDelayMs, health.event_loop_delay_ms.max)
      await wait(LOOK_EVERY_MS)
    }
  }
  const watching = Promise.all([ask(), look()])
  return {
    async stop() {
      isOver = true
      await watching
      return {
        listMs: { p95: percentileOf(answersMs, 0.95), longest: percentileOf(answersMs, 1) },
        memory: peak,
        loopDelayMs,
      }
    },
  }
}

/** The value that a share of the values does not exceed. */
export const percentileOf = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.max(0, Math.ceil(values.length * share) - 1)] ?? Number.NaN
