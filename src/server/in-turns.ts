import { setImmediate as nextTurn } from 'node:timers/promises'

/** Longest time that a computation runs before others get their turn. */
const TURN_MS = 10

/** Begins a long computation. It awaits what this returns between its steps, so that it never blocks requests for long. */
export const openTurns = (): (() => Promise<void>) => {
  let begun = performance.now()
  return async () => {
    if (performance.now() - begun < TURN_MS) return
    await nextTurn()
    begun = performance.now()
  }
}
