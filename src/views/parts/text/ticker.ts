import { useSyncExternalStore } from 'react'

const EVERY_MS = 1000
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

const follow = (listener: () => void): (() => void) => {
  listeners.add(listener)
  timer ??= setInterval(() => {
    // A background page is updated when it becomes visible again.
    if (document.visibilityState === 'visible') for (const each of listeners) each()
  }, EVERY_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

let stoppedAt: number | null = null

/** Stops all countdowns at an instant (Unix ms), as nothing tells whether what they announce happens; null starts them again. */
export const stopCountdowns = (at: number | null): void => {
  if (at === stoppedAt) return
  stoppedAt = at
  tickNow()
}

/** The clock of countdowns, in Unix ms: it stands still while they are stopped. */
export const countdownNow = (now: number): number => Math.min(now, stoppedAt ?? now)

/** Updates all ticking texts now, because something other than the clock has changed. */
export const tickNow = (): void => {
  for (const each of listeners) each()
}

/** Text derived from the clock (Unix ms); renders only when it changes. All ticking texts share one timer. */
export const useTicking = (text: (now: number) => string): string =>
  useSyncExternalStore(follow, () => text(Date.now()))
