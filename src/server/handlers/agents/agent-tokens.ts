import type { agentTokens } from '../../../contract/agents/fleet.ts'
import type { AnswerOf } from '../../../contract/core/endpoint.ts'
import { problem } from '../../../domain/core/problem.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import { accountOf } from '../../access/caller.ts'
import type { HandlersOf } from '../../http/context.ts'
import { noticeTo } from '../../mail/notices.ts'
import { invalid, Refusal } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import { bindingColumns } from '../../store/agents/binding.ts'
import { addJoinToken, joinTokens, removeJoinToken, type StoredToken } from '../../store/agents/join-tokens.ts'
import type { Db } from '../../store/core/database.ts'
import { makerOf } from '../api-keys/api-keys.ts'
import { readBinding, type ShownBinding, shownBindings } from './bindings.ts'
import { manages, reachOf } from './reach.ts'

type TokenRow = AnswerOf<(typeof agentTokens)['agent-token.list']>['data'][number]

const DAY_MS = 86_400_000

const rowOf = (token: StoredToken, bound: ShownBinding): TokenRow => ({
  id: token.id,
  name: token.name,
  prefix: token.prefix,
  bound_to: bound,
  created: formatTime(token.created),
  created_by: token.maker,
  expires: token.expires === null ? null : formatTime(token.expires),
  last_used: token.last_used === null ? null : formatTime(token.last_used),
  agents: token.agents,
})

const rowsOf = async (db: Db, tokens: readonly StoredToken[]): Promise<TokenRow[]> => {
  const shown = await shownBindings(
    db,
    tokens.map(({ binding }) => binding),
  )
  return tokens.map((token) => rowOf(token, shown(token.binding)))
}

const auditedOf = ({ name, prefix, binding, expires }: StoredToken) => ({
  name,
  prefix,
  ...bindingColumns(binding),
  expires: expires === null ? null : formatTime(expires),
})

/** The earlier of two ends; null: never. */
const earlier = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other)

/** Handlers of join tokens. */
export const agentTokenHandlers = (services: Services): HandlersOf<typeof agentTokens> => ({
  'agent-token.list': async (_, { caller, db, now }) => {
    const reach = await reachOf(db, caller, now)
    const tokens = (await joinTokens(db)).filter(({ binding }) => manages(reach, binding))
    return { meta: { more: false, next_cursor: null }, data: await rowsOf(db, tokens) }
  },

  'agent-token.create': async ({ body }, context) => {
    const { caller, db, now } = context
    const reach = await reachOf(db, caller, now)
    const read = await readBinding(db, reach, body.bound_to)
    if (Array.isArray(read) && reach.unmet) return reach.unmet
    const maker = await makerOf(db, caller)
    if (maker instanceof Refusal) return maker
    const problems = [
      ...(body.name.trim() === '' ? [problem('name', 'required', 'must not be empty.')] : []),
      ...(Array.isArray(read) ? read : []),
    ]
    if (problems.length > 0 || Array.isArray(read)) return invalid(problems)
    const made = await addJoinToken(db, {
      name: body.name.trim(),
      binding: read.binding,
      accountId: accountOf(caller),
      makerKeyId: maker.key?.kind === 'api_key' ? maker.key.keyId : null,
      expires: earlier(body.expires_days ? now + body.expires_days * DAY_MS : null, maker.expires),
      now,
    })
    const stored = await joinTokens(db, made.id)
    const [row] = await rowsOf(db, stored)
    if (!row || !stored[0]) throw new Error('The join token was not stored.')
    context.record({ resource: { type: 'agent-token', id: row.id, name: row.name }, after: auditedOf(stored[0]) })
    if (caller.kind === 'account')
      await noticeTo(context, services, caller, { about: 'join-token-made', subject: row.name })
    return { ...row, secret: made.secret }
  },

  'agent-token.remove': async ({ params }, context) => {
    const { caller, db, now } = context
    const [token] = await joinTokens(db, params.id)
    if (!token || !manages(await reachOf(db, caller, now), token.binding))
      return new Refusal(404, 'not_found', 'There is no join token with that id that you manage.')
    await removeJoinToken(db, token.id)
    context.record({ resource: { type: 'agent-token', id: token.id, name: token.name }, before: auditedOf(token) })
    return null
  },
})
