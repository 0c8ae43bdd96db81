import { MASK } from '../../domain/secrets/masking.ts'
import { KeyAway } from '../store/core/data-keys.ts'
import { isSealed } from '../store/core/secret-cipher.ts'
import type { Ingredient } from './ingredients.ts'

/** The keyring as dispatch uses it. */
export type AwayKeys = {
  /** Makes keys available if their services give them; true if it is worth making the jobs again. */
  load(keyIds: readonly string[]): Promise<boolean>
  /** Why a key is not available, as a sentence. */
  reasonOf(keyId: string): string
}

/** Returns the ingredient, or one that refuses the run where a secret's key is not available. */
export const unlessKeyAway = (make: () => Ingredient, { reasonOf }: Pick<AwayKeys, 'reasonOf'>): Ingredient => {
  try {
    return make()
  } catch (cause) {
    if (!(cause instanceof KeyAway)) throw cause
    return refusedForKey(cause.keyId, reasonOf(cause.keyId))
  }
}

/** A run that is not made since a key is not available. That a secret may go nowhere stops agents that do not read `refused`. */
export const refusedForKey = (keyId: string, reason: string): Ingredient => ({
  // The agent ends the sentence.
  refused: reason.replace(/\.$/, ''),
  keyAway: keyId,
  held: [{ name: 'A secret without its key', origins: [] }],
})

/** A document with the mask in place of each encrypted value. */
export const withMasks = <Doc>(doc: Doc): Doc =>
  JSON.parse(JSON.stringify(doc, (_, value) => (isSealed(value) ? MASK : value)))
