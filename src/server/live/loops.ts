import { type Live, POLL_INTERVAL_MS } from './live.ts'

/** The loop that looks for new live events, if no announcement came. */
export const liveLoops = (live: Live) =>
  [{ name: 'live', everyMs: POLL_INTERVAL_MS, stops: 'live', kind: 'messages', work: () => live.look() }] as const
