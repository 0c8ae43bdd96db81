import { kind, listed, namedBy, noRoutes } from '../core/kind-row.ts'

/** Locations, the agents that run monitors there, and the tokens with which they join. */
export const agentKinds = {
  location: kind({
    noun: ['location', 'locations'],
    prompt: 'From which location?',
    icon: 'location',
    parameter: 'locationId',
    fields: ['locations'],
    named: 'by id',
    list: listed('agent.list', {}, ({ agent_list }) =>
      agent_list.map(({ id, agent, online, simulated, closed }) => ({
        id,
        name: agent.name,
        note: online ? agent.region : simulated ? 'simulated' : closed ? 'no agent' : 'offline',
      })),
    ),
    naming: null,
    routes: noRoutes,
  }),
  agent: kind({
    noun: ['agent', 'agents'],
    icon: 'location',
    parameter: 'agentId',
    list: listed('agent.fleet', {}, ({ data }) =>
      data.map(({ id, name, location_id, online, revoked }) => ({
        id,
        name,
        note: `${location_id}, ${revoked ? 'revoked' : online ? 'online' : 'offline'}`,
      })),
    ),
    naming: namedBy(
      'agent.read',
      (id) => ({ params: { id } }),
      ({ name }) => name,
    ),
    routes: { list: 'agents', one: 'agent', make: 'new-agent', edit: null },
  }),
  'agent-token': kind({
    noun: ['join token', 'join tokens'],
    icon: 'key',
    parameter: null,
    list: listed('agent-token.list', {}, ({ data }) =>
      data.map(({ id, name, prefix }) => ({ id, name, note: `${prefix}…` })),
    ),
    naming: null,
    routes: noRoutes,
  }),
}
