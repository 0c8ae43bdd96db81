import { route } from '../core/route.ts'

/** API keys. */
export const apiKeyRoutes = {
  'api-keys': route({ path: '/settings/api-key', title: 'API keys', parent: 'project-settings' }),
}
