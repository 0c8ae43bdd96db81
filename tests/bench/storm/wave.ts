import { setTimeout as wait } from 'node:timers/promises'
import { idOfRun } from '../../../src/server/store/results/runs.ts'
import { failed, type HandAgent, type Report, reportOf } from '../../support/agent.ts'
import type { MadeMonitor } from '../../support/many-monitors.ts'

const GATHERED_MS = 50
const MOST_RESULTS = 200
const MOST_IN_FLIGHT = 2
const RETRY_MS = 200

export type Wave = {
  readonly agent: HandAgent
  readonly locationKey: number
  readonly monitors: readonly MadeMonitor[]
  readonly category: 'FAIL' | 'PASS'
  /** The time over which the monitors report, one after the other. */
  readonly seconds: number
  /** Is told how many reports are acknowledged. */
  readonly onAcknowledged?: (count: number) => void
}

/** Times in milliseconds since the epoch. */
export type Reported = { readonly firstSentMs: number; readonly lastAcknowledgedMs: number }

/**
 * Reports a result of each monitor within some seconds, as an agent does: gathers for 50 ms, sends up to 200 results at once, two requests
 * at a time, and sends again until the server acknowledges.
 */
export const reportWave = async (wave: Wave): Promise<Reported> => {
  const { agent, locationKey, monitors, category, seconds, onAcknowledged } = wave
  const begunMs = Date.now()
  const queue: Report[] = []
  let [made, acknowledged, firstSentMs] = [0, 0, 0]
  const make = () => {
    const share = Math.min(1, (Date.now() - begunMs) / (seconds * 1000))
    for (const { key } of monitors.slice(made, Math.ceil(share * monitors.length))) {
      const due = Date.now()
      const id = idOfRun({ target_key: key, location_key: locationKey, source: 1, attempt: 0, due })
      queue.push(reportOf({ id, due: new Date(due).toISOString() }, category === 'FAIL' ? failed : {}))
      made++
    }
  }
  const send = async () => {
    while (acknowledged < monitors.length) {
      make()
      const batch = queue.splice(0, MOST_RESULTS)
      if (batch.length === 0) {
        if (made === monitors.length) return
        await wait(GATHERED_MS)
        continue
      }
      firstSentMs ||= Date.now()
      await deliver(agent, batch)
      acknowledged += batch.length
      onAcknowledged?.(acknowledged)
    }
  }
  await Promise.all(Array.from({ length: MOST_IN_FLIGHT }, send))
  return { firstSentMs, lastAcknowledgedMs: Date.now() }
}

/** Sends reports until all are acknowledged, whatever becomes of the server meanwhile. */
const deliver = async (agent: HandAgent, batch: readonly Report[]): Promise<void> => {
  for (;;) {
    const receipt = await agent.report(...batch).catch(() => null)
    if (receipt && receipt.refused.length > 0) throw new Error(`Reports were refused: ${receipt.refused[0]?.reason}`)
    if (receipt) return
    await wait(RETRY_MS)
  }
}
