import type { Keyring } from '../keys/keyring.ts'
import { Refusal } from '../refusal.ts'
import { KeyAway } from '../store/core/data-keys.ts'
import type { Outcome } from './operation.ts'

/** Data keys that a request may miss one after the other. */
const MOST_KEYS = 4

/** Runs work whose secrets may need data keys: loads those that it misses, and runs it again. */
export const withKeys = async (keyring: Keyring, work: () => Promise<Outcome>): Promise<Outcome> => {
  for (let tries = 0; ; tries += 1)
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof KeyAway)) throw error
      if (tries < MOST_KEYS && (await keyring.load([error.keyId]))) continue
      return new Refusal(503, 'unavailable', `${keyring.reasonOf(error.keyId)} Nothing was changed: try again shortly.`)
    }
}
