import type { Keyring } from './keyring.ts'

/** The loop that asks the key services of organizations for their keys again. */
export const keyLoops = ({ keyring }: { readonly keyring: Keyring }) =>
  [{ name: 'keys', everyMs: 60_000, stops: 'work', kind: 'provider', work: () => keyring.renew() }] as const
