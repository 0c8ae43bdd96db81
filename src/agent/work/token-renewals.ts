import type { Renewal, TokenSource } from '../runner/auth/token-renewal.ts'
import { renewedTokenOf } from '../server/answers.ts'
import type { Membership } from '../server/membership.ts'

/** The server may wait for a provider, and for others that obtain the same token. */
const TIMEOUT_MS = 30_000

/** Obtains tokens from the server. */
export const tokenRenewals = ({
  membership,
  signal,
}: {
  membership: Pick<Membership, 'post'>
  signal: AbortSignal
}): TokenSource => {
  const ask = ({ token_id, issued }: Renewal, more: object) =>
    membership.post(
      `/remote-api/1/agent/tokens/${encodeURIComponent(token_id)}`,
      JSON.stringify({ issued, ...more }),
      TIMEOUT_MS,
      signal,
    )
  return {
    async renew(refused) {
      try {
        const { status, json, problem } = await ask(refused, {})
        if (status === 200) return renewedTokenOf(json) ?? 'the server answered something else'
        return status === 0 ? problem : `the server answered ${status}`
      } catch {
        // Whoever leases jobs meets the same, and ends the agent.
        return 'the server refuses this agent'
      }
    },
    tellRefused(refused) {
      // If this notice is lost, the next run renews the token once more and sends it again.
      void ask(refused, { renewed: true }).catch(() => {})
    },
  }
}
