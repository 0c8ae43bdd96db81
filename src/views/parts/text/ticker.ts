import { useSyncExternalStore } from 'react'

const EVERY_MS = 1000
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

const follow = (listener: () => void): (() => void) => {
  listeners.add(listener)
  timer ??= setInterval(() => {
    // A page in the background is brought up to date when it is seen again.
    if (document.visibilityState === 'visible') for (const each of listeners) each()
  }, EVERY_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** Brings all such texts up to date now: something other than the clock has changed. */
export const tickNow = (): void => {
  for (const each of listeners) each()
}

/** A text made from the clock (Unix ms): shown anew only when it has changed. All such texts share one timer. */
export const useTicking = (text: (now: number) => string): string =>
  useSyncExternalStore(follow, () => text(Date.now()))
