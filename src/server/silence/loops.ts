import { recordHeartbeat } from './heartbeat.ts'
import { openSilenceWatch } from './watch.ts'

const EVERY_MS = 5_000

/** The loops that record that this server runs, and that look for monitors and locations without results. */
export const silenceLoops = (options: Parameters<typeof openSilenceWatch>[0]) => {
  const { database, clock } = options
  return [
    // Beside the watch: its looks may take long, and it rests after them.
    {
      name: 'beat',
      everyMs: EVERY_MS,
      stops: 'work',
      kind: 'messages',
      work: () => recordHeartbeat(database.db, clock()),
    },
    { name: 'silence', everyMs: EVERY_MS, stops: 'work', kind: 'messages', work: openSilenceWatch(options) },
  ] as const
}
