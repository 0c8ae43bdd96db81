import { notifyDeliveryErrors } from './delivery-errors.ts'
import { judgeSignals } from './signals/sweep.ts'
import type { SweepOptions } from './sweep.ts'

type Options = Omit<Parameters<typeof notifyDeliveryErrors>[0], 'now'> &
  Omit<SweepOptions, 'now'> & { readonly clock: () => number; readonly wakeDelivery: () => void }

/** The loops that notify of deliveries that fail, and that look for standing conditions such as a certificate that expires soon. */
export const alertLoops = (options: Options) =>
  [
    {
      name: 'undelivered',
      everyMs: 15_000,
      stops: 'work',
      kind: 'messages',
      work: () => notifyDeliveryErrors({ ...options, now: options.clock() }),
    },
    {
      name: 'signals',
      everyMs: 60_000,
      stops: 'work',
      kind: 'messages',
      work: async () => {
        if ((await judgeSignals({ ...options, now: options.clock() })) > 0) options.wakeDelivery()
      },
    },
  ] as const
