import { CallError } from '../../../machines/resource/failure.ts'

/** A change of one item that meets this many others in a row is given up. */
const MOST_ATTEMPTS = 6

const isConflict = (failure: unknown): boolean => failure instanceof CallError && failure.failure.status === 409

/**
 * Reads and changes an object again while others change it in between, for changes of one item that fit whatever the rest has become, such
 * as another tag. `change` passes the version that it has read, so that the server refuses one that is out of date.
 */
export const againstLatest = async (change: () => Promise<unknown>): Promise<void> => {
  for (let attempt = 1; ; attempt++) {
    try {
      await change()
      return
    } catch (failure) {
      if (!isConflict(failure) || attempt >= MOST_ATTEMPTS) throw failure
    }
  }
}
