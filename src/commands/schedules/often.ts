import { frequencySeconds } from '../../domain/schedules/schedule-times.ts'

/** A shorter interval than forms offer is one that somebody may not have meant: it calls a system very often. */
const SHORTEST_USUAL_S = 60
const DAY_S = 86_400

/** The sentence about arguments with an interval of less than a minute; null for others. */
export const oftenWords = ({ frequency }: Readonly<Record<string, unknown>>): string | null => {
  const seconds = typeof frequency === 'number' || typeof frequency === 'string' ? frequencySeconds(frequency) : null
  if (seconds === null || seconds >= SHORTEST_USUAL_S) return null
  const runs = Math.floor(DAY_S / seconds).toLocaleString('en-US')
  return `Each monitor is called every ${seconds} s: ${runs} times a day from each location.`
}
