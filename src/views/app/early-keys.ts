/** Keys that were pressed before the app heard any (`src/browser/public/early-keys.js`). */
type EarlyKeys = {
  /** What was typed after the key that opens the console; null without that key. */
  readonly line: string | null
  /** When the last one was pressed, in the clock of events. */
  readonly lastAt: number
}

declare global {
  interface Window {
    /** Absent where the script has not come. */
    readonly earlyKeys?: { readonly state: () => EarlyKeys; readonly stop: () => EarlyKeys }
    /** The app hears the keys itself: a script that comes after it must not, or no key would reach the app any more. */
    appHearsKeys?: boolean
  }
}

const NONE: EarlyKeys = { line: null, lastAt: Number.NEGATIVE_INFINITY }

/** Milliseconds after which nobody waits any more for what the keys were to do, as where a sign-in came between. */
const WAITED_MS = 10_000

/** The keys that were heard so far, which goes on. What is older than anybody waits is none. */
export const earlyKeys = (): EarlyKeys => {
  const heard = window.earlyKeys?.state() ?? NONE
  return performance.now() - heard.lastAt < WAITED_MS ? heard : NONE
}

/** The keys that were heard; from now on the app hears them itself. */
export const takeEarlyKeys = (): EarlyKeys => {
  const heard = earlyKeys()
  window.earlyKeys?.stop()
  window.appHearsKeys = true
  return heard
}
