import { setTimeout as wait } from 'node:timers/promises'

/**
 * Asks until the answer is something (not null, undefined or false) and answers that; a question that throws is asked
 * again. Gives up after `withinMs`, with the last thing that went wrong.
 */
export const eventually = async <Value>(
  ask: () => Promise<Value | null | undefined | false>,
  { withinMs = 60_000, everyMs = 50, what = 'what was awaited' } = {},
): Promise<Value> => {
  const deadline = performance.now() + withinMs
  let cause: unknown
  for (;;) {
    try {
      const value = await ask()
      if (value !== null && value !== undefined && value !== false) return value
      cause = undefined
    } catch (error) {
      cause = error
    }
    if (performance.now() > deadline) throw new Error(`Within ${withinMs} ms there was not ${what}.`, { cause })
    await wait(everyMs)
  }
}
