import { route } from '../core/route.ts'

/** Agents of the installation. */
export const agentRoutes = {
  agents: route({ path: '/agents', title: 'Agents', flags: ['noProjectOk'] }),
  'new-agent': route({ path: '/agents/create', title: 'New agent', flags: ['noProjectOk'] }),
  agent: route({ path: '/agents/agent/{agentId}', title: 'Agent', flags: ['noProjectOk'] }),
}
