import type { CallFailure } from '../call-failure.ts'
import type { Job } from '../request.ts'

/** Time after its token's expiry in which a run is skipped: the token is probably being refreshed. Later ones run, and show what is wrong. */
const SKIPPED_MS = 3_600_000

/** Why a run is skipped: its token expired within the last hour. Null if it is made. */
export const expiredToken = ({ do_not_call_after: after }: Job, nowMs: number): CallFailure | null => {
  const expired = after === undefined ? Number.NaN : Date.parse(after)
  if (!(nowMs >= expired && nowMs - expired <= SKIPPED_MS)) return null
  return {
    type: 'skipped',
    sentence: 'the token expired within the last hour, so the call was not made',
    debug: `expired at ${after}`,
    silent: false,
  }
}
