import type { Log } from '../log.ts'
import { answerWithinMs, type Pause, waitAfterMs } from '../pause.ts'
import type { Membership } from '../server/membership.ts'

export type PostOptions = {
  membership: Pick<Membership, 'post'>
  log: Log
  pause: Pause
  chance: () => number
  signal: AbortSignal
  /** Refusals that were logged: kind and status. A monitor whose responses are too large would be logged at every run. */
  logged: Set<string>
}

/**
 * Posts a part of a result until the server has answered. Returns whether it has the part. The log says `what` was refused, once for
 * each kind and status.
 */
export const insistentPost = async (
  { membership, log, pause, chance, signal, logged }: PostOptions,
  path: string,
  body: string,
  { kind, what }: { kind: string; what: string },
): Promise<boolean> => {
  for (let failures = 0; !signal.aborted; failures++) {
    const answer = await membership.post(path, body, answerWithinMs(failures), signal)
    if (answer.status === 200) return true
    // The result is of a trial, or its monitor was deleted.
    if (answer.status === 404) return false
    if (answer.status >= 400 && answer.status < 500 && answer.status !== 429) {
      const refusal = `${kind} ${answer.status}`
      if (!logged.has(refusal))
        log(`the server refused ${what} (${answer.status}); others that it refuses are not logged`)
      logged.add(refusal)
      return false
    }
    await pause(waitAfterMs(failures, chance()), signal)
  }
  return false
}
