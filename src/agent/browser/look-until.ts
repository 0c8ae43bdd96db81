import { setTimeout as pause } from 'node:timers/promises'

/** Time for a page to answer one look. */
export const LOOK_MS = 1_000

/** Pause between two looks. */
export const LOOK_AGAIN_MS = 100

/** Looks at a page again and again until a look succeeds, for `timeoutMs` at most. Returns whether one did. */
export const lookUntil = async (timeoutMs: number, look: () => Promise<boolean>): Promise<boolean> => {
  const endMs = performance.now() + timeoutMs
  while (!(await look())) {
    if (performance.now() >= endMs) return false
    await pause(LOOK_AGAIN_MS)
  }
  return true
}
