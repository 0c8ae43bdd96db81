/** Runs that start later than this after they are due are late: people expect the minute that they chose. */
const LATE_MS = 5_000

/** Figures of fewer runs say little of how late runs usually are. */
const FEWEST_RUNS = 20

/** Whether the scheduled runs of a monitor start late: at least one in a hundred does. Milliseconds. */
export const startsLate = ({ count, p99 }: { readonly count: number; readonly p99: number | null }): boolean =>
  count >= FEWEST_RUNS && p99 !== null && p99 > LATE_MS
