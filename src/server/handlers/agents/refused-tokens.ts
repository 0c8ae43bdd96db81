import type { agents } from '../../../contract/agents/agents.ts'
import { recordRefusal, refusedToken, renewRefused } from '../../auth/refused-token.ts'
import type { HandlersPart } from '../../http/context.ts'
import { Refusal } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import { agentState } from '../../store/agents/agents.ts'

const NO_TOKEN = new Refusal(404, 'not_found', 'No run that is leased to this agent uses a token with this id.')

const NONE = { token: null, issued: null, origins: [] }

/** Handler of agents whose token a service refused. */
export const refusedTokenHandler = ({ database, refreshing, clock }: Services) =>
  ({
    'agent.token': async ({ params, body }, { caller }) => {
      if (caller.kind !== 'agent') throw new Error('Only agents may call this endpoint.')
      const { agentId } = caller
      const named = { tokenId: params.id, agentId, issued: body.issued, now: clock() }
      const refused = await refusedToken(database, named)
      if (!refused || (await agentState(database.db, agentId)).revoked) return NO_TOKEN
      if (body.renewed) {
        await recordRefusal(database, refused, clock())
        return { ...NONE, reason: 'it was refused although it had just been obtained' }
      }
      const renewed = await renewRefused(refused, { ...refreshing, clock })
      return 'reason' in renewed ? { ...NONE, ...renewed } : { ...renewed, origins: [...renewed.origins], reason: '' }
    },
  }) satisfies HandlersPart<Pick<typeof agents, 'agent.token'>>
