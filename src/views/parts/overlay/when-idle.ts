import { afterPaint } from './after-paint.ts'

/** Calls a task as soon as the browser has nothing else to do, `withinMs` at the latest; where it does not tell, after the next frame. Returns how to cancel it. */
export const whenIdle = (task: () => void, withinMs: number): (() => void) => {
  if (!('requestIdleCallback' in window)) return afterPaint(task)
  const handle = requestIdleCallback(() => task(), { timeout: withinMs })
  return () => cancelIdleCallback(handle)
}
