import { parseTime } from '../../domain/core/wire-time.ts'
import {
  changedTimes,
  DOWNTIME_DEFAULTS,
  type DowntimeTimes,
  downtimeOf,
} from '../../domain/downtimes/downtime-rules.ts'
import type { Downtime } from '../../domain/downtimes/downtime-windows.ts'
import { downtimeWords, instantWords, windowWords } from '../../domain/downtimes/downtime-words.ts'
import type { Confirmation } from '../core/command.ts'
import { withInstants } from '../core/time-words.ts'
import type { World } from '../core/world.ts'

type Values = Readonly<Record<string, unknown>>

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** A longer downtime is asked about: a day that was meant for an hour, as `mon`, hides outages meanwhile. */
const LONG_MS = 24 * HOUR_MS

/** The downtime that arguments describe, on top of what is stored; null where its times cannot be read, which the server refuses. */
export const plannedDowntime = (
  args: Values,
  { definitions, zone, stored }: { definitions: Values; zone: string; stored?: DowntimeTimes | undefined },
  world: World,
): Downtime | null => {
  try {
    const given = withInstants({ ...args }, definitions, world, zone)
    // The draft's definitions have checked the arguments; a command's are not typed here.
    const draft = { ...given, timezone: args.timezone ?? stored?.timezone ?? zone } as Partial<DowntimeTimes>
    const times = changedTimes(stored ?? DOWNTIME_DEFAULTS.times, draft)
    if (parseTime(times.start_time) === null || parseTime(times.end_time) === null) return null
    const planned = downtimeOf(times)
    windowWords(planned, planned.timeZone, world.now())
    return planned
  } catch {
    return null
  }
}

/** When a downtime holds, with its time zone: “Fri 27 Nov, 19:00 – Mon 30 Nov, 09:00 UTC”, or “Every Sunday 02:00–04:00 UTC”. */
export const plannedWords = (downtime: Downtime, world: World): string =>
  downtime.everyDays === 0 ? windowWords(downtime, downtime.timeZone, world.now()) : downtimeWords(downtime)

const lengthOf = ({ startMs, endMs }: Downtime): number => endMs - startMs

/** A length in one unit, so that only its number differs while a person decides about a downtime that begins now. */
const lengthWords = (ms: number): string =>
  ms < 2 * HOUR_MS ? `${Math.round(ms / MINUTE_MS)} minutes` : `${Math.round(ms / HOUR_MS)} hours`

const isBackwards = (downtime: Downtime | null): boolean => downtime !== null && lengthOf(downtime) <= 0

/** Refuses a downtime whose end is not after its start, with both: nobody can agree to it. */
export const refuseBackwards = (downtime: Downtime | null, world: World): void => {
  if (downtime === null || !isBackwards(downtime)) return
  const [start, end] = [downtime.startMs, downtime.endMs].map((ms) => instantWords(ms, downtime.timeZone, world.now()))
  throw new Error(`The end (${end}) must be later than the start (${start}).`)
}

/** Whether a downtime is one to ask about because of its length. */
export const isLong = (downtime: Downtime | null): boolean => downtime !== null && lengthOf(downtime) > LONG_MS

/** The question before a downtime that reaches far; null before one that is refused, because its end is not after its start. */
export const announcement = (
  downtime: Downtime | null,
  { question, button }: Pick<Confirmation, 'question' | 'button'>,
  world: World,
): Confirmation | null =>
  isBackwards(downtime)
    ? null
    : {
        question,
        effects: [
          ...(downtime ? [`${plannedWords(downtime, world)} (${lengthWords(lengthOf(downtime))})`] : []),
          'Nothing runs in that time, so nobody is notified of an outage',
        ],
        word: null,
        button,
        reversible: true,
      }
