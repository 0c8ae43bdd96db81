import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/endpoint.ts'
import { holds, type Level } from '../../domain/access.ts'
import { apiKeyProblems, expiryOf } from '../../domain/api-key-rules.ts'
import { formatTime } from '../../domain/wire-time.ts'
import type { Caller } from '../access/caller.ts'
import type { Handlers } from '../http/context.ts'
import { forbidden, invalid, notFound } from '../refusal.ts'
import { type ApiKeyRow, apiKeyOf, apiKeysOf, forgetApiKey, storeApiKey } from '../store/api-keys.ts'
import type { Db } from '../store/database.ts'

type Names = 'key.list' | 'key.create' | 'key.revoke'
type ApiKey = AnswerOf<ProductContract['key.list']>['results'][number]

export const apiKeyHandlers = (): Pick<Handlers, Names> => ({
  'key.list': async (_, { db, project }) => ({
    meta: { more: false, next_cursor: null, project_id: project.id },
    results: (await apiKeysOf(db, project.key)).map((row) => answerOf(row, project.id)),
  }),

  'key.create': async ({ body }, context) => {
    const { caller, db, project, level: own, now } = context
    const until = await expiryOfCaller(db, caller)
    const problems = apiKeyProblems(body, { own, until, now })
    if (problems.length > 0) return invalid(problems)
    const { id, secret } = await storeApiKey(db, {
      projectKey: project.key,
      name: body.name.trim(),
      level: body.access_level ?? own,
      accountId: accountOf(caller),
      now,
      expires: expiryOf(body, now),
    })
    const row = await apiKeyOf(db, project.key, id)
    if (!row) throw new Error('The API key was not stored.')
    context.record({ resource: resourceOf(row), after: toldOf(row) })
    return { ...answerOf(row, project.id), secret }
  },

  'key.revoke': async ({ params }, context) => {
    const { caller, db, project, level } = context
    const row = await apiKeyOf(db, project.key, params.id)
    if (!row) return notFound('API key')
    const isOwn = row.created_by !== null && row.created_by === accountOf(caller)
    if (!isOwn && !holds(level, 'manage'))
      return forbidden('A key of somebody else is revoked by whoever manages the project.')
    await forgetApiKey(db, row.id)
    context.record({ resource: resourceOf(row), before: toldOf(row) })
    return null
  },
})

const accountOf = (caller: Caller): string | null =>
  caller.kind === 'account' || caller.kind === 'api_key' ? caller.accountId : null

/** When the key stops that the caller calls with; null where it never does, or a person calls. */
const expiryOfCaller = async (db: Db, caller: Caller): Promise<number | null> => {
  if (caller.kind !== 'api_key') return null
  return (await apiKeyOf(db, caller.project.key, caller.keyId))?.expires ?? null
}

const resourceOf = ({ id, name }: ApiKeyRow) => ({ type: 'key', id, name })

const toldOf = ({ name, prefix, access_level, expires }: ApiKeyRow) => ({
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
  // The table's check lets nothing else in.
  access_level: row.access_level as Level,
  created: formatTime(row.created),
  created_by: row.maker,
  last_used: row.last_used === null ? null : formatTime(row.last_used),
  expires: row.expires === null ? null : formatTime(row.expires),
})
