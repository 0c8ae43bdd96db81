import type { Db } from '../store/core/database.ts'
import { keepWindows } from '../store/downtimes/keep-windows.ts'
import { resetFutureTimes, retrySoon } from '../store/schedules/reset-future-times.ts'
import { type ClockStep, watchClock } from './clock-watch.ts'
import { makeDueRuns, resetFutureSlots } from './due-runs.ts'

/** A scheduler that has not turned for this long is not running. */
const STALLED_MS = 10_000

export type Scheduling = {
  /** Makes the runs that are due; answers whether more are waiting. */
  tick(): Promise<boolean>
  /** Keeps the windows of downtimes written down, and brings back times that lie too far ahead because a clock was ahead. */
  heal(): Promise<void>
  state(): { scheduler: boolean; lagMs: number | null; clockStep: ClockStep | null }
}

/** The scheduler, and the watch over its clock. */
export const openScheduling = (options: {
  db: Db
  clock: () => number
  steadyMs: () => number
  /** There is work at a location. */
  wake: (locationKey: number) => void
  log: (line: string) => void
  /** Time that agents get to come back after a start, and to report what they made meanwhile; 0 by default. */
  agentsReturnMs?: number
}): Scheduling => {
  const { db, clock, steadyMs, wake, log, agentsReturnMs = 0 } = options
  const openedMs = steadyMs()
  const watch = watchClock({ clock, steadyMs })
  // A scheduler that has just been opened is about to turn; it is not stalled.
  let lastTickMs = openedMs
  let lagMs: number | null = null

  const heal = async (): Promise<void> => {
    await keepWindows(db, clock())
    const slots = await resetFutureSlots(db, clock())
    if (slots > 0) log(`scheduler: ${slots} due times lay more than a period ahead and are brought back`)
    await resetFutureTimes(db, clock())
  }
  const noteStep = async (step: ClockStep): Promise<void> => {
    log(`The clock was set ${step.steppedMs < 0 ? 'back' : 'forward'} by ${Math.abs(step.steppedMs) / 1000} s.`)
    if (step.steppedMs > 0) return
    await retrySoon(db, clock())
    await heal()
  }

  return {
    async tick() {
      const step = watch.look()
      if (step) await noteStep(step)
      const agentsReturn = steadyMs() - openedMs < agentsReturnMs
      // In a transaction, whose settings hold behind a pooler, too.
      const made = await db.transaction().execute((tx) => makeDueRuns(tx, clock(), { agentsReturn }))
      lastTickMs = steadyMs()
      if (made.slots > 0) lagMs = made.lagMs
      for (const key of made.locationKeys) wake(key)
      return made.full
    },
    heal,
    state: () => ({ scheduler: steadyMs() - lastTickMs < STALLED_MS, lagMs, clockStep: watch.newest() }),
  }
}
