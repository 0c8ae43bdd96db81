import { type Refreshing, refreshDue } from './refresh.ts'
import { notifyOfExpiringTokens } from './token-expiry.ts'

type Options = Refreshing & { readonly clock: () => number }

/** The loops that refresh tokens before they expire, and notify of those that cannot be refreshed. */
export const authLoops = (options: Options) =>
  [
    {
      name: 'tokens',
      everyMs: 5_000,
      stops: 'work',
      kind: 'provider',
      work: () => refreshDue({ ...options, now: options.clock() }),
    },
    {
      name: 'token-expiry',
      everyMs: 60_000,
      stops: 'work',
      kind: 'messages',
      work: async () => {
        await notifyOfExpiringTokens({ ...options, now: options.clock() })
      },
    },
  ] as const
