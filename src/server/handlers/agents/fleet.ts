import type { fleet } from '../../../contract/agents/fleet.ts'
import { continentOf } from '../../../domain/agents/countries.ts'
import { placeProblems } from '../../../domain/agents/place-rules.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import { type Caller, projectOf } from '../../access/caller.ts'
import type { Context, HandlersOf } from '../../http/context.ts'
import { AGENT_PATH } from '../../program-file.ts'
import { forbidden, invalid, Refusal } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import { askToForget } from '../../store/agents/agents.ts'
import { bindingColumns, isSameBinding } from '../../store/agents/binding.ts'
import { askRotation, type LeasedRun, revokeAgent, runsOfAgent } from '../../store/agents/fleet.ts'
import { changeLocation, closeLocation } from '../../store/agents/locations.ts'
import type { Db } from '../../store/core/database.ts'
import { idOfRun } from '../../store/results/runs.ts'
import { syncLocation } from '../../store/schedules/slots.ts'
import { type AgentRow, agentRows, agentsSeenBy, type SeenAgent } from './agent-rows.ts'
import { readBinding } from './bindings.ts'
import type { Reach } from './reach.ts'

const RUNS_SHOWN = 100

const missing = new Refusal(404, 'not_found', 'There is no agent with that id.')

/** Reads an agent that the caller manages. */
const managed = async (
  db: Db,
  caller: Caller,
  id: string,
  now: number,
): Promise<{ agent: SeenAgent; reach: Reach } | Refusal> => {
  const { agents, reach } = await agentsSeenBy(db, caller, now, id)
  const [agent] = agents
  if (!agent) return reach.unmet ?? missing
  return agent.mayManage
    ? { agent, reach }
    : (reach.unmet ?? forbidden('Only site admins manage an agent that runs monitors of all projects.'))
}

const onlyRow = async (db: Db, caller: Caller, id: string, now: number): Promise<AgentRow | Refusal> => {
  const { agents } = await agentsSeenBy(db, caller, now, id)
  const [row] = await agentRows(db, agents, now)
  return row ?? missing
}

/** Tells all projects that locations or their agents changed. */
const tellProjects = async ({ db, tell }: Context): Promise<void> => {
  const projects = await db.selectFrom('project').select('key').where('removed', 'is', null).execute()
  for (const { key } of projects) tell({ type: 'location' }, key)
}

/** Handlers for people who manage agents. */
export const fleetHandlers = (services: Services): HandlersOf<typeof fleet> => ({
  'agent.program': async () => {
    const { agentFile, url, version } = services
    return {
      version,
      server_url: url,
      program: agentFile && { path: AGENT_PATH, sha256: agentFile.sha256, bytes: agentFile.bytes },
    }
  },

  'agent.fleet': async (_, { caller, db, now }) => ({
    meta: { more: false, next_cursor: null },
    data: await agentRows(db, (await agentsSeenBy(db, caller, now)).agents, now),
  }),

  'agent.read': async ({ params }, { caller, db, now }) => {
    const { agents, reach } = await agentsSeenBy(db, caller, now, params.id)
    const [agent] = agents
    const [row] = await agentRows(db, agents, now)
    if (!agent || !row) return missing
    const { runs, count } = await runsOfAgent(db, agent.row, { now, limit: RUNS_SHOWN })
    const own = projectOf(caller)?.key
    const isShown = ({ project_key }: LeasedRun) =>
      reach.isAll || reach.projectKeys.has(project_key) || project_key === own
    return {
      ...row,
      job_count: count,
      jobs: runs.map((run) => ({
        result_id: idOfRun(run),
        due: formatTime(run.due),
        monitor:
          isShown(run) && run.monitor_id !== null
            ? { id: run.monitor_id, name: run.monitor ?? '', project_id: run.project_id }
            : null,
        attempt: run.attempt,
        leased_until: formatTime(run.lease_until),
      })),
    }
  },

  'agent.place': async ({ params, body }, context) => {
    const { caller, db, now } = context
    const found = await managed(db, caller, params.id, now)
    if (found instanceof Refusal) return found
    const { row, binding: before } = found.agent
    const { bound_to, coordinates, ...place } = body
    const read = bound_to === undefined ? { binding: before } : await readBinding(db, found.reach, bound_to)
    const problems = [...placeProblems(body), ...(Array.isArray(read) ? read : [])]
    if (problems.length > 0 || Array.isArray(read)) return invalid(problems)
    const country = place.country?.toUpperCase()
    const edits = {
      ...Object.fromEntries(Object.entries(place).map(([field, value]) => [field, value?.trim() ?? null])),
      ...(place.country !== undefined && {
        country: country ?? null,
        continent: country ? continentOf(country) : null,
      }),
      ...(coordinates !== undefined && { location: coordinates }),
    }
    const location = await changeLocation(db, row.location_key, { edits, binding: read.binding, now })
    await syncLocation(db, location, now)
    if (!isSameBinding(before, location.binding)) {
      const agents = await askToForget(db, location.key, now)
      context.afterCommit(() => {
        for (const id of agents) services.dispatch.interrupt(id)
      })
    }
    context.record({
      resource: { type: 'location', id: location.id, name: location.place.name },
      before: { ...row.doc, ...row.edits, ...bindingColumns(before) },
      after: { ...location.place, ...bindingColumns(read.binding) },
    })
    await tellProjects(context)
    return onlyRow(db, caller, params.id, now)
  },

  'agent.rotate': async ({ params }, context) => {
    const { caller, db, now } = context
    const found = await managed(db, caller, params.id, now)
    if (found instanceof Refusal) return found
    const { row } = found.agent
    if (row.revoked !== null) return new Refusal(409, 'conflict', 'This agent is revoked, so it gets no new key.')
    await askRotation(db, row.id, now)
    context.record({ resource: { type: 'agent', id: row.id, name: row.location_id } })
    context.afterCommit(() => services.dispatch.interrupt(row.id))
    return onlyRow(db, caller, params.id, now)
  },

  'agent.revoke': async ({ params }, context) => {
    const { caller, db, now } = context
    const found = await managed(db, caller, params.id, now)
    if (found instanceof Refusal) return found
    const { row } = found.agent
    if (row.revoked === null) {
      await revokeAgent(db, row.id, now)
      const closed = await closeLocation(db, row.location_key, now)
      if (closed) await syncLocation(db, closed, now)
      await tellProjects(context)
      context.record({ resource: { type: 'agent', id: row.id, name: row.location_id } })
      context.afterCommit(() => {
        services.dispatch.interrupt(row.id)
        void services.dispatch.takeBack(row.id, row.location_key)
      })
    }
    return onlyRow(db, caller, params.id, now)
  },
})
