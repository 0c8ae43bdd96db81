import { sweepAlerts } from '../alerts/sweep.ts'
import { dropExpired } from '../dispatch/lease.ts'
import { sweepLostRuns } from './lost-runs.ts'

type LostRuns = Parameters<typeof sweepLostRuns>[0]
type Alerts = Parameters<typeof sweepAlerts>[0]

type Options = Omit<LostRuns, 'db' | 'now'> &
  Omit<Alerts, 'now'> & { readonly clock: () => number; readonly wakeDelivery: () => void }

/** The loop that ends what waits no longer: expired jobs, lost runs, results that waited for an earlier run, snoozes. */
export const ingestLoops = (options: Options) =>
  [
    {
      name: 'sweep',
      everyMs: 1_000,
      stops: 'work',
      kind: 'storing',
      work: async () => {
        const { database, clock } = options
        const { db } = database
        await dropExpired(db, clock())
        await sweepLostRuns({ ...options, db, now: clock() })
        if ((await sweepAlerts({ ...options, now: clock() })) > 0) options.wakeDelivery()
      },
    },
  ] as const
