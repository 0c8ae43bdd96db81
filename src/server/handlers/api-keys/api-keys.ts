import type { apiKeys } from '../../../contract/api-keys/api-keys.ts'
import type { ProductContract } from '../../../contract/contract.ts'
import type { AnswerOf } from '../../../contract/core/endpoint.ts'
import { apiKeyProblems, expiryOf } from '../../../domain/api-keys/api-key-rules.ts'
import { holds, type Level } from '../../../domain/core/access.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import { accountOf, type Caller } from '../../access/caller.ts'
import type { Context, HandlersOf } from '../../http/context.ts'
import { noticeTo } from '../../mail/notices.ts'
import { forbidden, invalid, notFound, Refusal } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import {
  type ApiKeyRow,
  apiKeyOf,
  apiKeysOf,
  type DescendantKey,
  lockMaker,
  type MakerKey,
  revokeApiKey,
  storeApiKey,
} from '../../store/api-keys/api-keys.ts'
import type { Db } from '../../store/core/database.ts'

type ApiKey = AnswerOf<ProductContract['key.list']>['results'][number]

export const apiKeyHandlers = (services: Services): HandlersOf<typeof apiKeys> => {
  const { namedAdmins: named } = services.identity
  return {
    'key.list': async (_, { db, project, now }) => ({
      meta: { more: false, next_cursor: null, project_id: project.id },
      results: (await apiKeysOf(db, project.key, { now, named })).map((row) => answerOf(row, project.id)),
    }),

    'key.create': async ({ body }, context) => {
      const { caller, db, project, level: own, now } = context
      const maker = await makerOf(db, caller)
      if (maker instanceof Refusal) return maker
      const problems = apiKeyProblems(body, { own, until: maker.expires, now })
      if (problems.length > 0) return invalid(problems)
      const { id, secret } = await storeApiKey(db, {
        projectKey: project.key,
        name: body.name.trim(),
        level: body.access_level ?? own,
        accountId: accountOf(caller),
        maker: maker.key,
        now,
        expires: expiryOf(body, now),
      })
      const row = await apiKeyOf(db, project.key, id, { now, named })
      if (!row) throw new Error('The API key was not stored.')
      context.record({ resource: resourceOf(row), after: contextText(row) })
      // A key that another key made ends with that one. What a session made outlives it, so its owner is told.
      if (caller.kind === 'account') await noticeTo(context, services, caller, { about: 'key-made', subject: row.name })
      return { ...answerOf(row, project.id), secret }
    },

    'key.revoke': async ({ params }, context) => {
      const { caller, db, project, level, now } = context
      const row = await apiKeyOf(db, project.key, params.id, { now, named })
      if (!row) return notFound('API key')
      const isOwn = row.created_by !== null && row.created_by === accountOf(caller)
      if (!isOwn && !holds(level, 'manage'))
        return forbidden('Only members who manage the project may revoke another person’s key.')
      const others = await revokeApiKey(db, row.id)
      context.record({ resource: resourceOf(row), before: contextText(row) })
      recordEnded(context, others, row.id)
      return null
    },
  }
}

/**
 * Returns the key that creates another one, which will end with it, and when it expires; nulls for a person. One rule for API keys and
 * for those of service accounts: else the end of a leaked key would leave what it made.
 */
export const makerOf = async (
  db: Db,
  caller: Caller,
): Promise<{ key: MakerKey | null; expires: number | null } | Refusal> => {
  if (caller.kind !== 'api_key' && caller.kind !== 'service') return { key: null, expires: null }
  const key = { kind: caller.kind, keyId: caller.keyId }
  const found = await lockMaker(db, key)
  return found
    ? { key, expires: found.expires }
    : new Refusal(401, 'unauthenticated', 'This API key has just been revoked.')
}

/** Records the keys that end because the key that made them, directly or indirectly, ends. */
export const recordEnded = ({ record }: Context, ended: readonly DescendantKey[], maker: string): void => {
  for (const { id, name, project_key: key, project_id, org_id: orgId } of ended)
    record({
      resource: resourceOf({ id, name }),
      before: { name, made_by_key: maker },
      project: { key, id: project_id, orgId },
    })
}

const resourceOf = ({ id, name }: Pick<ApiKeyRow, 'id' | 'name'>) => ({ type: 'key', id, name })

const contextText = ({ name, prefix, access_level, expires }: ApiKeyRow) => ({
  name,
  prefix,
  access_level,
  expires: expires === null ? null : formatTime(expires),
})

const answerOf = (row: ApiKeyRow, projectId: string): ApiKey => ({
  id: row.id,
  name: row.name,
  prefix: row.prefix,
  project_id: projectId,
  // A check constraint of the table allows only levels.
  access_level: row.access_level as Level,
  created: formatTime(row.created),
  created_by: row.maker,
  last_used: row.last_used === null ? null : formatTime(row.last_used),
  expires: row.expires === null ? null : formatTime(row.expires),
  ended: row.ended,
})
