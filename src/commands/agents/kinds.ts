import { kind, listed, noRoutes } from '../core/kind-row.ts'

/** Locations, from which agents run monitors. */
export const agentKinds = {
  location: kind({
    noun: ['location', 'locations'],
    prompt: 'From which location?',
    icon: 'location',
    parameter: 'locationId',
    fields: ['locations'],
    named: 'by id',
    list: listed('agent.list', {}, ({ agent_list }) =>
      agent_list.map(({ id, agent, online, simulated }) => ({
        id,
        name: agent.name,
        note: online ? agent.region : simulated ? 'simulated' : 'offline',
      })),
    ),
    naming: null,
    routes: noRoutes,
  }),
}
