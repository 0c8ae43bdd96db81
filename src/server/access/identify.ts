import { knownCapabilities } from '../../domain/agents/capabilities.ts'
import type { Level } from '../../domain/core/access.ts'
import { formatTime } from '../../domain/core/wire-time.ts'
import { Refusal } from '../refusal.ts'
import { isVouchedFor } from '../store/accounts/accounts.ts'
import { bindingOf } from '../store/agents/binding.ts'
import { adoptNextKey } from '../store/agents/fleet.ts'
import { type EndedBecause, endedBecause, type NamedAdmins } from '../store/api-keys/api-keys.ts'
import type { Db } from '../store/core/database.ts'
import { hashOf } from '../store/core/identifiers.ts'
import type { Identity } from './bearer.ts'
import { byConnection } from './by-connection.ts'
import type { Caller } from './caller.ts'
import { byServiceKey } from './service-access.ts'
import { isBlocked, readAccess } from './standing.ts'

const USE_NOTED_EVERY_MS = 60_000

/** The parts of a request that identify the caller and the project. */
export type Claim = {
  readonly authorization: string | undefined
  readonly projectId: string | undefined
  /** Makes the project the account's current one. */
  readonly isVisit: boolean
  /** The request came through a tool of the Model Context Protocol, for which tokens of connected applications are. */
  readonly isTool?: boolean
}

/** Identifies the caller, or refuses an invalid token. */
export const identify = async (db: Db, identity: Identity, claim: Claim, now: number): Promise<Caller | Refusal> => {
  if (!claim.authorization) return { kind: 'anonymous' }
  const token = /^bearer\s+(\S+)$/i.exec(claim.authorization)?.[1]
  if (!token) return unknownToken
  // Our keys hold no dots; a signed token has two.
  if (token.split('.').length === 3) return byAccessToken(db, identity, token, claim, now)
  const hash = hashOf(token)
  return (
    (await byApiKey(db, hash, identity.namedAdmins, now)) ??
    (await byServiceKey(db, hash, claim.projectId, now)) ??
    (await byAgentKey(db, hash, now)) ??
    (await byConnection(db, hash, identity, { projectId: claim.projectId, isTool: claim.isTool === true }, now)) ??
    unknownToken
  )
}

const unknownToken = new Refusal(401, 'unauthenticated', 'The bearer token is unknown, revoked or expired.')

const byAccessToken = async (
  db: Db,
  identity: Identity,
  token: string,
  claim: Claim,
  now: number,
): Promise<Caller | Refusal> => {
  const bearer = await identity.read(token, now)
  if (!bearer || bearer instanceof Refusal) return bearer ?? unknownToken
  const known = await readAccess(db, bearer, claim, now)
  if (known || bearer.issuer === null) return known ?? unknownToken
  // Checked before the tenant is asked, so that a blocked account causes no work.
  if (await isBlocked(db, bearer))
    return new Refusal(403, 'no_account', 'This account is blocked: ask an administrator of this installation.')
  if (await identity.welcome(db, token, bearer, now)) return (await readAccess(db, bearer, claim, now)) ?? unknownToken
  return new Refusal(
    403,
    'no_account',
    'You have no account here: ask an administrator of this installation for an invitation.',
  )
}

const byApiKey = async (
  db: Db,
  hash: Buffer,
  named: NamedAdmins | null,
  now: number,
): Promise<Caller | Refusal | null> => {
  const row = await db
    .selectFrom('api_key')
    .innerJoin('project as p', 'p.key', 'api_key.project_key')
    .leftJoin('account as a', 'a.id', 'api_key.created_by')
    .where('api_key.hash', '=', hash)
    .select(['api_key.id', 'api_key.created_by', 'api_key.access_level', 'api_key.expires', 'api_key.last_used'])
    .select(['p.key', 'p.id as project_id', 'p.org_id'])
    .select([endedBecause(now, named).as('ended'), isVouchedFor.as('is_vouched_for'), 'a.email'])
    .executeTakeFirst()
  if (!row) return null
  if (row.ended !== null)
    return new Refusal(
      401,
      'unauthenticated',
      row.ended === 'expired'
        ? `This API key expired at ${formatTime(row.expires ?? now)}: create a new one in the project settings.`
        : REFUSED_KEY[row.ended],
    )
  if ((row.last_used ?? 0) < now - USE_NOTED_EVERY_MS)
    await db.updateTable('api_key').set({ last_used: now }).where('id', '=', row.id).execute()
  return {
    kind: 'api_key',
    keyId: row.id,
    accountId: row.created_by,
    project: { key: row.key, id: row.project_id, orgId: row.org_id },
    // A check constraint of the table allows only levels.
    level: row.access_level as Level,
    unconfirmed: row.is_vouched_for ? null : row.email,
  }
}

const REFUSED_KEY: Record<Exclude<EndedBecause, 'expired'>, string> = {
  blocked: 'The account that created this API key is blocked: ask a site admin of this installation.',
  no_access: 'The account that created this API key may no longer enter its project: ask a member for a new key.',
  level:
    'The account that created this API key has a lower level in the project than the key: ask a member for a new key.',
}

/** Returns the agent with this key; null if there is none. */
export const agentOf = (db: Db, key: string, now: number): Promise<AgentCaller | Refusal | null> =>
  byAgentKey(db, hashOf(key), now)

type AgentCaller = Extract<Caller, { kind: 'agent' }>

const revoked = new Refusal(
  403,
  'forbidden',
  'This agent was revoked: delete its directory, and let it join with a join token if it is to run again.',
)

/** The first use of an agent's next key makes it the only one. */
const byAgentKey = async (db: Db, hash: Buffer, now: number): Promise<AgentCaller | Refusal | null> => {
  const row = await db
    .selectFrom('agent')
    .innerJoin('location', 'location.key', 'agent.location_key')
    .where((where) => where.or([where('agent.key_hash', '=', hash), where('agent.next_key_hash', '=', hash)]))
    .select(['agent.id', 'agent.capabilities', 'agent.next_key_hash', 'agent.revoked', 'location.key'])
    .select(['location.id as location_id', 'location.bound_org', 'location.bound_projects'])
    .executeTakeFirst()
  if (!row) return null
  if (row.revoked !== null) return revoked
  if (row.next_key_hash?.equals(hash)) await adoptNextKey(db, row.id, hash, now)
  return {
    kind: 'agent',
    agentId: row.id,
    locationKey: row.key,
    locationId: row.location_id,
    capabilities: knownCapabilities(row.capabilities),
    binding: bindingOf(row),
  }
}
