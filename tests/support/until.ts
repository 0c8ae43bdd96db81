import { setImmediate as turn } from 'node:timers/promises'

/** Asks again and again until the answer is something, and answers that. What never comes ends with the test's own time-out. */
export const until = async <Value>(ask: () => Promise<Value | null | undefined | false>): Promise<Value> => {
  for (;;) {
    const value = await ask()
    if (value !== null && value !== undefined && value !== false) return value
    await turn()
  }
}
