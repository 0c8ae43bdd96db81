/** Periods without a result after which a monitor has no data from a location. A single late or lost result does not alert. */
export const SILENT_PERIODS = 2
/** Maximum number of periods that an alert can wait for. */
export const MAX_SILENT_PERIODS = 1000
/** Milliseconds without a request for work after which a location is away. Its agents ask at least twice a minute. */
export const AWAY_AFTER_MS = 90_000

/** Expected results of a monitor at one location. Instants are milliseconds since 1970. */
export type Expectation = {
  /** When the newest result ended; null if there is none. */
  readonly lastMs: number | null
  /** Since when results are expected: a schedule runs the monitor from there, and a server is running. */
  readonly expectedSinceMs: number
  readonly frequencyMs: number
  /** Maximum duration of one call. */
  readonly timeoutMs: number
}

type CountedFrom = Pick<Expectation, 'frequencyMs' | 'timeoutMs'> & { readonly countedFromMs: number }

/** The instant from which periods without a result are counted. */
export const countedFrom = ({ lastMs, expectedSinceMs }: Expectation): number => Math.max(lastMs ?? 0, expectedSinceMs)

/** When missing data is detected: after this many periods plus the timeout, because the last run that was due may still be in progress. */
export const silentFrom = (
  { countedFromMs, frequencyMs, timeoutMs }: CountedFrom,
  periods: number = SILENT_PERIODS,
): number => countedFromMs + Math.max(SILENT_PERIODS, periods) * frequencyMs + timeoutMs

/** Whether a monitor has no data from a location. */
export const isSilent = (expectation: Expectation, nowMs: number): boolean =>
  nowMs >= silentFrom({ ...expectation, countedFromMs: countedFrom(expectation) })

/** Number of runs that were due since an instant but did not happen. */
export const missedRuns = (sinceMs: number, nowMs: number, frequencyMs: number): number =>
  Math.max(0, Math.floor((nowMs - sinceMs) / frequencyMs))

/** "1 run missed", "360 runs missed" */
export const missedRunsWords = (runs: number): string => `${runs} ${runs === 1 ? 'run' : 'runs'} missed`
