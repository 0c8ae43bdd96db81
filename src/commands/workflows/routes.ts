import { route } from '../core/route.ts'

/** Workflows. Every screen of one workflow is a tab of it. */
export const workflowRoutes = {
  workflows: route({ path: '/runs/', title: 'Workflows', keys: 'g w' }),
  'new-workflow': route({ path: '/runs/new', title: 'New workflow' }),
  workflow: route({ path: '/runs/run/{workflowId}/', title: 'Workflow' }),
  'workflow-edit': route({ path: '/runs/run/{workflowId}/edit', title: 'Edit' }),
  'workflow-audit': route({ path: '/runs/run/{workflowId}/audit', title: 'Audit', icon: 'audit' }),
}
