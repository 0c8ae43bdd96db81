import { formats } from '../parts/text/format.ts'

/** "21 Nov 2025, 14:30 CET": the reader's zone, to the minute. */
export const moment = (at: number): string => formats.instant(at).replace(/:\d\d (?=\S+$)/, ' ')
