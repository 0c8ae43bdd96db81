import { timingSafeEqual } from 'node:crypto'
import type { agents } from '../../../contract/agents/agents.ts'
import type { AnswerOf, BodyOf } from '../../../contract/core/endpoint.ts'
import { placeProblems } from '../../../domain/agents/place-rules.ts'
import { problem } from '../../../domain/core/problem.ts'
import { seenPart } from '../../../domain/core/shown-name.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import type { Context } from '../../http/context.ts'
import { invalid, Refusal } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import { hasRoom, programColumns } from '../../store/agents/agents.ts'
import { type Binding, isSameBinding, projectsThatMayUse } from '../../store/agents/binding.ts'
import { acceptJoinToken } from '../../store/agents/join-tokens.ts'
import { countLocations, joinLocation, locationWithId } from '../../store/agents/locations.ts'
import type { Db } from '../../store/core/database.ts'
import { hashOf, newId, newSecret } from '../../store/core/identifiers.ts'
import { syncLocation } from '../../store/schedules/slots.ts'

type Registration = (typeof agents)['agent.register']

/** Locations of one project or organization. Each multiplies the runs of schedules that run worldwide, and none is ever deleted. */
const MOST_LOCATIONS = 100
/** Locations of the installation: the store numbers them with 15 bits. */
const MOST_OF_ALL = 20_000
/** Those of projects and organizations together, so that whoever makes many projects leaves room for the operator. */
const MOST_BOUND = 15_000
/** Agents at a location that are not revoked. */
const MOST_AGENTS = 100

const full = (message: string) => new Refusal(409, 'conflict', message)

/** Registers an agent that has a join token. */
export const register = async (
  services: Services,
  body: BodyOf<Registration>,
  context: Context,
): Promise<AnswerOf<Registration> | Refusal> => {
  const { db, now, ip } = context
  const token = await tokenOf(services, db, body.access_token, now)
  if (!token) return new Refusal(401, 'unauthenticated', 'access_token is no join token of this server.')
  const place = seenPlace(body.agent ?? { name: body.display_name ?? body.name })
  const problems = placeProblems({ ...place, coordinates: place.location })
  if (problems.length > 0) return invalid(problems.map((one) => ({ ...one, field: `agent.${one.field}` })))

  // Before it is made: the number of a location is used up even if the location is not kept.
  if (!(await locationWithId(db, body.name)) && (await isFull(db, token.binding)))
    return full('There are too many locations: join one of those that exist, under its name.')
  const { location, isNew } = await joinLocation(db, body.name, place, now, token.binding)
  // Its agents get the secrets of all projects that run there.
  if (!isSameBinding(location.binding, token.binding))
    return invalid([
      problem('name', 'forbidden', `must be another one: agents with this token may not join ${body.name}.`),
    ])
  if (!(await hasRoom(db, location.key, MOST_AGENTS, now)))
    return full(`${MOST_AGENTS} agents have joined ${location.id}: revoke some, or join under another name.`)

  const [agentId, secret] = [newId(), newSecret()]
  await db
    .insertInto('agent')
    .values({
      id: agentId,
      location_key: location.key,
      key_hash: hashOf(secret),
      ...programColumns(body),
      owner: body.owner ?? null,
      join_token_id: token.id,
      remote_addr: ip,
      created: now,
      last_seen: now,
    })
    .execute()
  if (isNew) await syncLocation(db, location, now)
  for (const key of await projectsThatMayUse(db, location.key)) context.tell({ type: 'location' }, key)
  context.record({ resource: { type: 'agent', id: agentId, name: location.id } })
  context.afterCommit(() => services.log(`agent ${agentId} joined at ${location.id}`))
  return { agent_id: agentId, location_id: location.id, agent_key: secret, server_time: formatTime(now) }
}

/** A place whose names come from an agent's settings: an agent that cannot join would be worse than a name without some characters. */
const seenPlace = <Given extends { readonly name: string; readonly cloud_full_name?: string }>(
  place: Given,
): Given => ({
  ...place,
  name: seenPart(place.name),
  ...(place.cloud_full_name !== undefined && { cloud_full_name: seenPart(place.cloud_full_name) }),
})

/** The installation's own token, or one that a person made; null if it is neither. */
const tokenOf = async (
  { joinToken, identity }: Services,
  db: Db,
  secret: string,
  now: number,
): Promise<{ id: string | null; binding: Binding } | null> =>
  timingSafeEqual(hashOf(secret), hashOf(joinToken))
    ? { id: null, binding: null }
    : acceptJoinToken(db, secret, { now, named: identity.namedAdmins })

/** Whether there are as many locations as there may be. */
const isFull = async (db: Db, binding: Binding): Promise<boolean> =>
  (await countLocations(db)) >= MOST_OF_ALL ||
  (binding !== null &&
    ((await countLocations(db, { of: binding })) >= MOST_LOCATIONS ||
      (await countLocations(db, { of: 'anybody' })) >= MOST_BOUND))
