/** Periods without a result after which a monitor has no data from a location. One late or lost result is not yet news. */
export const SILENT_PERIODS = 2
/** The most periods that an alert can wait for. */
export const MOST_SILENT_PERIODS = 1000
/** A location is away when none of its agents has asked for work for this long, in milliseconds. Agents ask at least twice a minute. */
export const AWAY_AFTER_MS = 90_000

/** What is known of a monitor at one location. Instants are milliseconds since 1970. */
export type Expectation = {
  /** When the newest result there ended; null where there is none. */
  readonly lastMs: number | null
  /** Results are expected since then: a schedule calls the monitor from there, and a server runs. */
  readonly expectedSinceMs: number
  readonly frequencyMs: number
  /** How long one call may take. */
  readonly timeoutMs: number
}

type CountedFrom = Pick<Expectation, 'frequencyMs' | 'timeoutMs'> & { readonly countedFromMs: number }

/** From when the periods without a result are counted. */
export const countedFrom = ({ lastMs, expectedSinceMs }: Expectation): number => Math.max(lastMs ?? 0, expectedSinceMs)

/**
 * When there is no data: so many whole periods after the last result, and as long again as a call may take, because the run that was
 * due last may still be under way.
 */
export const silentFrom = (
  { countedFromMs, frequencyMs, timeoutMs }: CountedFrom,
  periods: number = SILENT_PERIODS,
): number => countedFromMs + Math.max(SILENT_PERIODS, periods) * frequencyMs + timeoutMs

/** Whether a monitor has no data from a location. */
export const isSilent = (expectation: Expectation, nowMs: number): boolean =>
  nowMs >= silentFrom({ ...expectation, countedFromMs: countedFrom(expectation) })

/** How many runs were due and not made since an instant. */
export const runsNotMade = (sinceMs: number, nowMs: number, frequencyMs: number): number =>
  Math.max(0, Math.floor((nowMs - sinceMs) / frequencyMs))

/** "1 run not made", "360 runs not made" */
export const notMadeWords = (runs: number): string => `${runs} ${runs === 1 ? 'run' : 'runs'} not made`
