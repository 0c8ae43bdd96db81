import { formats } from '../parts/text/format.ts'

/** Time in UTC, as the header says. */
export const utcMoment = (time: string): string => formats.utc(Date.parse(time)).replace(/:00 UTC$/, '')
