import { Refusal } from '../refusal.ts'
import type { Assurance } from './assurance.ts'

/** How long a sign-in counts as fresh. */
const FRESH_MS = 10 * 60_000

/**
 * Demands that the person signed in within the last 10 minutes: proof of the owner for accounts that have nothing else to prove it with. The
 * time is that of the person's own sign-in; tokens that a browser or a terminal got since then with the same session do not renew it.
 */
export const refuseStaleSignIn = (assurance: Assurance | null, now: number): Refusal | null =>
  now - (assurance?.signedIn ?? 0) <= FRESH_MS
    ? null
    : new Refusal(
        403,
        'session_expired',
        'Your account has no password, so this needs a sign-in within the last 10 minutes: sign out, sign in again, and repeat it.',
      )
