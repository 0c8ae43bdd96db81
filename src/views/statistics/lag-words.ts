import { formats } from '../parts/text/format.ts'

type Lag = { readonly count: number; readonly median: number | null; readonly p99: number | null }

/** The lateness of runs as a sentence. Of a few runs the p99 is not the latest, so no share of the runs is claimed. */
export const lagWords = ({ count, median, p99 }: Lag): string =>
  count === 1
    ? `The one scheduled run started ${formats.latency(median)} after it was due.`
    : `Scheduled runs start ${formats.latency(median)} after they are due (median); the p99 is ${formats.latency(p99)}.`
