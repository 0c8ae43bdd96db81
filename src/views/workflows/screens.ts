import type { RouteOfArea } from '../../commands/areas.ts'
import type { Load, ScreensOf } from '../core/screen-load.ts'

// The tabs of a workflow are one screen: its frame stays while one goes from tab to tab.
const workflow: Load = () => import('./WorkflowScreen.tsx')

/** The screens of workflows. */
export const screens: ScreensOf<RouteOfArea<'workflows'>> = {
  workflows: () => import('./WorkflowsScreen.tsx'),
  'new-workflow': workflow,
  workflow: workflow,
  'workflow-edit': workflow,
  'workflow-advanced': workflow,
  'workflow-results': workflow,
  'workflow-schedules': workflow,
  'workflow-audit': workflow,
  'workflow-result': () => import('./WorkflowResultScreen.tsx'),
}
