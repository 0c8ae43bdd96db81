import type { ResultUrl } from '../../domain/results/result-url.ts'
import { judgeSilence } from '../alerts/silence.ts'
import type { Database } from '../store/core/database.ts'
import type { SecretCipher } from '../store/core/secret-cipher.ts'
import type { ResultStore } from '../store/results/result-store.ts'
import { type Installation, recordAwayLocations } from './absence.ts'
import { FREQUENT, INFREQUENT, updateSilences } from './update-silences.ts'

type Options = Installation & {
  readonly database: Database
  readonly results: ResultStore
  /** Where a person finds a result of a project. */
  readonly resultUrl: ResultUrl
  readonly sealing: SecretCipher
  readonly clock: () => number
  /** Tells all servers that there are new events for live streams. */
  readonly announce: () => void
  readonly log: (line: string) => void
  readonly wakeMail: () => void
  readonly wakeDelivery: () => void
}

const SELDOM_MS = 60_000
/** However many monitors there are, looking takes at most this share of the time. */
const MOST_OF_TIME = 1 / 20

/** The watch over silence: finds monitors without data and locations that are away. Each call is one round. */
export const openSilenceWatch = (options: Options) => {
  const { database, results, resultUrl, sealing, clock, announce, log } = options
  let lastSeldom = Number.NEGATIVE_INFINITY
  let restUntil = 0

  return async (): Promise<false> => {
    const began = performance.now()
    if (began < restUntil) return false
    const now = clock()
    const isTimeForAll = Math.abs(now - lastSeldom) >= SELDOM_MS
    if (await recordAwayLocations(database, options, now)) {
      announce()
      options.wakeMail()
    }
    if (await updateSilences(database, clock(), isTimeForAll ? [FREQUENT, INFREQUENT] : [FREQUENT])) announce()
    if ((await judgeSilence({ database, results, resultUrl, sealing, announce, log, now })) > 0) options.wakeDelivery()
    if (isTimeForAll) lastSeldom = now
    restUntil = performance.now() + (performance.now() - began) / MOST_OF_TIME
    return false
  }
}
