import { formats } from '../parts/text/format.ts'

const runs = (count: number): string => (count === 1 ? '1 run' : `${formats.count(count)} runs`)

/** Why runs of a schedule did not happen; null while all did. */
export const missedSentence = ({ missed, overlapped }: { missed: number; overlapped: number }): string | null =>
  [
    missed > 0 &&
      `${runs(missed)} missed: the server was down, the location was offline, or the project had its results of the day`,
    overlapped > 0 && `${runs(overlapped)} skipped: the previous run was still running`,
  ]
    .filter(Boolean)
    .join('. ') || null
