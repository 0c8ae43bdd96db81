import { randomBytes } from 'node:crypto'
import { idOfRun } from '../../src/server/store/results/runs.ts'
import { evidence, failed, type HandAgent, packed, type Report, reportOf } from '../support/agent.ts'
import type { MadeMonitor } from '../support/many-monitors.ts'

const VARIANTS = 64
const BATCH = 200
const FAILS_EVERY = 100
/** Random bytes that make a result detail of about 1 KB. */
const BODY_BYTES = 680

const details = Array.from({ length: VARIANTS }, () => {
  const { response } = evidence()
  const body = randomBytes(BODY_BYTES).toString('base64')
  return packed(evidence({ response: response && { ...response, body } }))
})

/** Stored size of a report's result detail in bytes. */
export const DETAIL_BYTES = details.reduce((sum, detail) => sum + Buffer.from(detail, 'base64').length, 0) / VARIANTS

/** Generates reports of new runs over all monitors in turn, one in a hundred a failure. */
export const reportsOf = (
  monitors: readonly MadeMonitor[],
  { locationKey, firstDue }: { locationKey: number; firstDue: number },
): (() => Report[]) => {
  let count = 0
  const next = (): Report => {
    const due = firstDue + Math.floor(count / monitors.length)
    const target = monitors[count % monitors.length]
    const id = idOfRun({ target_key: target?.key ?? 0, location_key: locationKey, source: 1, attempt: 0, due })
    const detail = details[count % VARIANTS] ?? ''
    const fails = (count + due) % FAILS_EVERY === 0
    count++
    const timing = { dns: 1, tcp: 2, handshake: 3, upload: 4, processing: 20 + (count % 400), download: 6, redirect: 0 }
    const total = Object.values(timing).reduce((sum, ms) => sum + ms, 0)
    return reportOf(
      { id, due: new Date(due).toISOString() },
      { detail, timing: { ...timing, total }, ...(fails ? failed : {}) },
    )
  }
  return () => Array.from({ length: BATCH }, next)
}

/** Sends batches concurrently until the time is over; returns the accepted results and the duration. */
export const reportFor = async (
  agent: HandAgent,
  next: () => Report[],
  { inFlight, ms }: { inFlight: number; ms: number },
): Promise<{ accepted: number; ms: number }> => {
  const began = performance.now()
  let accepted = 0
  const work = async () => {
    while (performance.now() - began < ms) {
      const receipt = await agent.report(...next())
      accepted += receipt.accepted.length
    }
  }
  await Promise.all(Array.from({ length: inFlight }, work))
  return { accepted, ms: performance.now() - began }
}
