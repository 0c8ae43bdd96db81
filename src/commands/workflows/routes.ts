import { route } from '../core/route.ts'

/** Workflows. Every screen of one workflow is a tab of it. */
export const workflowRoutes = {
  workflows: route({ path: '/runs/', title: 'Workflows', keys: 'g w' }),
  'new-workflow': route({ path: '/runs/new', title: 'New workflow' }),
  workflow: route({ path: '/runs/run/{workflowId}/', title: 'Workflow' }),
  'workflow-edit': route({ path: '/runs/run/{workflowId}/edit', title: 'Edit' }),
  'workflow-advanced': route({ path: '/runs/run/{workflowId}/advanced', title: 'Advanced', icon: 'settings' }),
  'workflow-results': route({ path: '/runs/run/{workflowId}/results', title: 'Results', icon: 'results' }),
  'workflow-schedules': route({ path: '/runs/run/{workflowId}/schedules', title: 'Monitoring', icon: 'schedule' }),
  'workflow-audit': route({ path: '/runs/run/{workflowId}/audit', title: 'Audit', icon: 'audit' }),
  'workflow-result': route({ path: '/runs/result/{workflowResultId}/', title: 'Workflow result' }),
}
