import { isAway, isReadOnly } from '../store/core/away.ts'

/** Logs one line when the database is lost and one when it is back, for all loops that use it. */
export type DatabaseOutage = {
  /** Begins a round of a loop. `failed` returns whether the failure was the outage's. */
  round(loop: string): { succeeded(): void; failed(cause: unknown): boolean }
}

const codeOf = (cause: unknown): string => {
  const { code } = cause as { code?: unknown }
  return typeof code === 'string' ? code : 'connection lost'
}

const lostSentence = (cause: unknown): string =>
  isReadOnly(cause)
    ? 'The database takes no writes: it is a standby, or was set to read only.'
    : `The database cannot be reached (${codeOf(cause)}).`

export const openDatabaseOutage = (log: (line: string) => void): DatabaseOutage => {
  /** Loops that failed in the outage; only their next success shows that it is over, because a round may have nothing to ask. */
  const failing = new Set<string>()
  let outages = 0
  return {
    round(loop) {
      const begunIn = outages
      return {
        succeeded() {
          if (!failing.has(loop)) return
          failing.clear()
          outages++
          log('The database is back.')
        },
        failed(cause) {
          if (!isAway(cause)) return false
          // A round that began before the database was back says nothing new.
          if (begunIn < outages) return true
          if (failing.size === 0) log(`${lostSentence(cause)} Sonde tries again until it is back.`)
          failing.add(loop)
          return true
        },
      }
    },
  }
}
