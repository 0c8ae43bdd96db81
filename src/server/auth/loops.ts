import { type Refreshing, refreshDue } from './refresh.ts'

/** The loop that refreshes tokens before they expire. */
export const authLoops = (options: Refreshing & { readonly clock: () => number }) =>
  [
    {
      name: 'tokens',
      everyMs: 5_000,
      stops: 'work',
      work: () => refreshDue({ ...options, now: options.clock() }),
    },
  ] as const
