import { notifyDeliveryErrors } from './delivery-errors.ts'

type Options = Omit<Parameters<typeof notifyDeliveryErrors>[0], 'now'> & { readonly clock: () => number }

/** The loop that notifies of deliveries that fail. */
export const alertLoops = (options: Options) =>
  [
    {
      name: 'undelivered',
      everyMs: 15_000,
      stops: 'work',
      work: () => notifyDeliveryErrors({ ...options, now: options.clock() }),
    },
  ] as const
