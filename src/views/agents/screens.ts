import type { RouteOfArea } from '../../commands/areas.ts'
import type { ScreensOf } from '../core/screen-load.ts'

/** The screens of agents. */
export const screens: ScreensOf<RouteOfArea<'agents'>> = {
  agents: () => import('./AgentsScreen.tsx'),
  'new-agent': () => import('./NewAgentScreen.tsx'),
  agent: () => import('./AgentScreen.tsx'),
}
