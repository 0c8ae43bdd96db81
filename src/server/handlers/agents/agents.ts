import type { agents } from '../../../contract/agents/agents.ts'
import { knownCapabilities } from '../../../domain/agents/capabilities.ts'
import { REGIONS } from '../../../domain/agents/regions.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import { projectOf } from '../../access/caller.ts'
import { agentOf } from '../../access/identify.ts'
import { LEASE_MS } from '../../dispatch/lease.ts'
import { isTrial } from '../../dispatch/trials.ts'
import { BodyStream } from '../../http/body-stream.ts'
import type { HandlersOf } from '../../http/context.ts'
import type { Receipt } from '../../ingest/ingest.ts'
import { reportOf } from '../../ingest/older-form.ts'
import { type Report, readReport } from '../../ingest/reported.ts'
import { invalid, Refusal } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import { agentState, agentsSeen, capabilitiesAt, ONLINE_WITHIN_MS, recordAgent } from '../../store/agents/agents.ts'
import { type Binding, targetsWithin } from '../../store/agents/binding.ts'
import { storeNextKey } from '../../store/agents/fleet.ts'
import { type Location, locationsFor } from '../../store/agents/locations.ts'
import { staffByLocation } from '../../store/agents/staff.ts'
import type { Db } from '../../store/core/database.ts'
import { hashOf, newSecret } from '../../store/core/identifiers.ts'
import { readPiece } from '../../store/files/contents.ts'
import { contentOfRun } from '../../store/files/run-files.ts'
import { unpackDetail } from '../../store/results/result-store.ts'
import { runOfId } from '../../store/results/runs.ts'
import { takeBodyPiece } from './body-pieces.ts'
import { takePicture } from './pictures.ts'
import { refusedTokenHandler } from './refused-tokens.ts'
import { register } from './registration.ts'

export const agentHandlers = (services: Services): HandlersOf<typeof agents> => ({
  'agent.list': async (_, { caller, db, now }) => {
    const locations = await locationsFor(db, projectOf(caller)?.key ?? null)
    const agents = await agentsSeen(db)
    const able = await capabilitiesAt(db, now)
    const staff = await staffByLocation(db)
    // Agents are in internal networks.
    const showsAddresses = caller.kind === 'account' && caller.sitePermission === 'site_admin'
    return {
      meta: {},
      regions: REGIONS.map(({ id, name, holds }) => ({
        id,
        name,
        locations: locations
          .filter(({ place, closed }) => !place.simulated && !closed && holds(place))
          .map((location) => location.id),
      })),
      locations: Object.fromEntries(locations.map((location) => [location.id, displayName(location)])),
      postman_locations: [],
      agent_list: locations.map((location) => {
        const newest = agents.get(location.key)
        const { place } = location
        return {
          id: location.id,
          agent: {
            name: place.name,
            normalized_name: displayName(location),
            cloud: place.cloud ?? '?',
            cloud_full_name: place.cloud_full_name ?? place.cloud ?? '?',
            continent: place.continent ?? '?',
            country: place.country ?? '?',
            city: place.city ?? '?',
            region: place.region ?? '?',
            location: place.location ?? null,
          },
          online: (newest?.last_seen ?? 0) > now - ONLINE_WITHIN_MS,
          simulated: place.simulated ?? false,
          closed: location.closed,
          version: newest?.version ?? '',
          capabilities: able.get(location.key) ?? [],
          agents: staff.get(location.key)?.agents ?? 0,
          all_capabilities: [...(staff.get(location.key)?.capabilities ?? [])],
          meta: {
            id: location.id,
            name: location.id,
            created: formatTime(location.created),
            last_update: formatTime(newest?.last_seen ?? location.created),
            remote_addr: showsAddresses ? (newest?.remote_addr ?? null) : null,
          },
        }
      }),
    }
  },

  'agent.register': ({ body }, context) => register(services, body, context),

  'agent.work': async ({ body }, { caller, db, now, signal }) => {
    if (caller.kind !== 'agent') throw new Error('Only agents may call this endpoint.')
    const { agentId, locationKey, binding } = caller
    // The request that tells a new program is the first to know what it can do.
    const capabilities = body.program ? knownCapabilities(body.program.capabilities ?? []) : caller.capabilities
    await recordAgent(db, agentId, {
      now,
      program: body.program,
      state: body.state,
      forgotten: body.forgotten,
    })
    const held = body.held ?? []
    if (body.fresh) await services.dispatch.release(agentId, held)
    const jobs = await services.dispatch.work({
      agentId,
      locationKey,
      capabilities,
      capacity: body.capacity,
      full: body.full ?? [],
      running: body.fresh ? held : body.running,
      ...(!body.fresh && { held: body.held }),
      binding,
      waitMs: body.wait_seconds * 1000,
      signal,
    })
    const { revoked, rotation, forget } = await agentState(db, agentId)
    if (revoked) {
      // Runs that were leased while it was being revoked go to others at once.
      await services.dispatch.takeBack(agentId, locationKey)
      return REVOKED
    }
    return {
      jobs,
      ...(rotation && { rotate_key: true }),
      ...(forget !== null && { forget }),
      server_time: formatTime(services.clock()),
      lease_seconds: LEASE_MS / 1000,
      max_body_bytes: services.configuration.maxBodyBytes,
    }
  },

  'agent.results': async ({ body }, { caller }) => {
    if (caller.kind !== 'agent') throw new Error('Only agents may call this endpoint.')
    // It may have been revoked while its report was on the way.
    if ((await agentState(services.database.db, caller.agentId)).revoked) return REVOKED
    return acceptReports(services, body.results, caller)
  },

  'agent.key': async (_, context) => {
    const { caller, db } = context
    if (caller.kind !== 'agent') throw new Error('Only agents may call this endpoint.')
    // Whoever has stolen a key cannot exchange it for one that its agent does not know.
    if (!(await agentState(db, caller.agentId)).rotation)
      return new Refusal(409, 'conflict', 'Nobody asked this agent to replace its key.')
    const secret = newSecret()
    await storeNextKey(db, caller.agentId, hashOf(secret))
    context.record({ resource: { type: 'agent', id: caller.agentId, name: caller.locationId } })
    return { agent_key: secret }
  },

  'agent.body': async ({ params, body }, { caller, db }) => {
    if (caller.kind !== 'agent') throw new Error('Only agents may call this endpoint.')
    if (!(await isOwn(db, caller, params.id))) return NO_RESULT
    return takeBodyPiece(db, params.id, caller.locationKey, body, services.configuration.maxBodyBytes)
  },

  'agent.picture': async ({ params, body }, { caller, db }) => {
    if (caller.kind !== 'agent') throw new Error('Only agents may call this endpoint.')
    if (!(await isOwn(db, caller, params.id))) return NO_RESULT
    return takePicture(db, params, caller.locationKey, body.content)
  },

  'agent.file': async ({ params, query }, { caller, db, now }) => {
    if (caller.kind !== 'agent') throw new Error('Only agents may call this endpoint.')
    const contentKey = await contentOfRun(db, { agentId: caller.agentId, fileId: params.id, sha256: query.sha256, now })
    if (contentKey === undefined)
      return new Refusal(404, 'not_found', 'No run that is leased to this agent sends a file with this id and hash.')
    let piece = 0
    return new BodyStream('application/octet-stream', async () => {
      if ((await agentState(db, caller.agentId)).revoked) throw new Error('The agent was revoked.')
      return readPiece(db, contentKey, piece++)
    })
  },

  ...refusedTokenHandler(services),

  'agent.result': async ({ body, params }, { db, now }) => {
    const caller = await agentOf(db, body.access_token.trim(), now)
    if (caller instanceof Refusal) return caller
    if (!caller) return new Refusal(401, 'unauthenticated', 'access_token is not the key of an agent of this server.')
    const report = await reportOf(services.sealing, db, params.callId, body, now)
    if (!report)
      return invalid([
        {
          field: 'result_key_str',
          code: 'unknown',
          message: 'result_key_str must be the id of a run of this monitor.',
        },
      ])
    const { refused } = await acceptReports(services, [report], caller)
    const refusal = refused[0]
    return refusal
      ? invalid([{ field: 'result_key_str', code: 'invalid', message: `The result was refused. ${refusal.reason}` }])
      : { result_id: report.id }
  },
})

type Agent = { readonly locationKey: number; readonly binding: Binding }

const REVOKED = new Refusal(403, 'forbidden', 'This agent was revoked.')
const NO_RESULT = new Refusal(404, 'not_found', 'This location reported no result with that id.')

/** Whether an agent may add to a result: it is of a project that the agent works for, and the agent is not revoked meanwhile. */
const isOwn = async (
  db: Db,
  { agentId, binding }: Agent & { readonly agentId: string },
  id: string,
): Promise<boolean> => {
  const run = runOfId(id)
  if (run === null || (await agentState(db, agentId)).revoked) return false
  return (await admitted(db, binding, [run.target_key])).has(run.target_key)
}

/** The targets among some whose projects an agent with this binding may run. */
const admitted = async (db: Db, binding: Binding, targetKeys: readonly number[]): Promise<ReadonlySet<number>> =>
  binding === null ? new Set(targetKeys) : targetsWithin(db, binding, targetKeys)

/** Stores the reports of runs that the agent may make; the others are refused. */
const acceptReports = async (services: Services, reports: readonly Report[], agent: Agent): Promise<Receipt> => {
  if (agent.binding === null) return storeReports(services, reports, agent.locationKey)
  const targetOf = ({ id }: Report): number => runOfId(id)?.target_key ?? -1
  const own = await admitted(services.database.db, agent.binding, reports.map(targetOf))
  const receipt = await storeReports(
    services,
    reports.filter((report) => own.has(targetOf(report))),
    agent.locationKey,
  )
  for (const report of reports)
    if (!own.has(targetOf(report)))
      receipt.refused.push({ id: report.id, reason: 'Its monitor does not run at this location.' })
  return receipt
}

/** Whether the details of a report and its steps are readable: those of a trial are shown as they were sent. */
const hasDetails = async ({ detail, steps = [] }: Report): Promise<boolean> => {
  const details = [detail, ...steps.map((step) => step.detail)]
  const read = await Promise.allSettled(details.map((each) => unpackDetail(Buffer.from(each, 'base64'))))
  return read.every(({ status }) => status === 'fulfilled')
}

/** Stores results, and passes the results of trials to their callers. */
const storeReports = async (
  { ingest, trials, clock }: Services,
  reports: readonly Report[],
  locationKey: number,
): Promise<Receipt> => {
  const isOfTrial = ({ id }: Report): boolean => {
    const run = runOfId(id)
    return run !== null && isTrial(run)
  }
  const ofTrials = reports.filter(isOfTrial)
  if (ofTrials.length === 0) return ingest.accept(reports, locationKey)
  const others = reports.filter((report) => !isOfTrial(report))
  const receipt = await ingest.accept(others, locationKey)
  for (const report of ofTrials) {
    const reported = readReport(report, locationKey, clock())
    if (typeof reported === 'string') receipt.refused.push({ id: report.id, reason: reported })
    else if (!(await hasDetails(report))) receipt.refused.push({ id: report.id, reason: 'Its detail is unreadable.' })
    else if (await trials.settle(reported.run, report)) receipt.accepted.push(report.id)
    else receipt.refused.push({ id: report.id, reason: 'This trial is over.' })
  }
  return receipt
}

/** Returns a display name such as `AWS Oregon [United States, North America]`, leaving out what is unknown. */
const displayName = ({ place }: Location): string => {
  const where = [place.country, place.continent].filter(Boolean).join(', ')
  return [place.cloud, place.name, where && `[${where}]`].filter(Boolean).join(' ')
}
