import { type Live, LOOK_MS } from './live.ts'

/** The loop that looks for new live events, if no announcement came. */
export const liveLoops = (live: Live) =>
  [{ name: 'live', everyMs: LOOK_MS, stops: 'live', work: () => live.look() }] as const
