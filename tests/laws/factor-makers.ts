import { newId, newSecret } from '../../src/server/store/core/identifiers.ts'
import { type ChallengeKind, putChallenge } from '../../src/server/store/identity/challenges.ts'
import { addFactor } from '../../src/server/store/identity/factors.ts'
import type { TestServer } from '../support/server.ts'

/** Makes second factors of an account, and ones that wait to be confirmed. */
export const factorMakers = ({ server }: TestServer, account: () => Promise<string>) => {
  const { database, sealing, clock } = server.services
  const secret = sealing.seal('CANARY-NAME')
  const begun = async (kind: ChallengeKind, payload: Record<string, unknown>): Promise<string> => {
    const id = newSecret()
    await putChallenge(database.db, kind, id, { accountId: await account(), payload }, clock())
    return id
  }
  return {
    factor: async () => {
      const accountId = await account()
      const made = { accountId, kind: 'totp', name: 'CANARY-NAME', secret, step: 0, now: clock() } as const
      return (await addFactor(database.db, made))?.id ?? newId()
    },
    'new-totp': () => begun('new-totp', { secret }),
    'new-passkey': () => begun('new-passkey', { challenge: 'x' }),
  }
}
