import { durationText } from '../core/duration-text.ts'

const WHOLE: Readonly<Record<number, string>> = { 1: 'second', 60: 'minute', 3600: 'hour', 86400: 'day' }

/** `Every 10 min`, `Every hour` */
export const everyWords = (seconds: number): string => `Every ${WHOLE[seconds] ?? durationText(seconds * 1000)}`
