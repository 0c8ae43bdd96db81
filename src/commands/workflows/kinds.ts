import { kind, listed, namedBy, noRoutes } from '../core/kind-row.ts'

/** Workflows. */
export const workflowKinds = {
  workflow: kind({
    noun: ['workflow', 'workflows'],
    icon: 'workflow',
    parameter: 'workflowId',
    fields: ['workflow_id'],
    list: listed('workflow.list', {}, ({ data }) =>
      data.map(({ id, meta, workflow, last_result }) => ({
        id,
        name: meta.name,
        note: `${workflow.call_ids.length} ${workflow.call_ids.length === 1 ? 'step' : 'steps'}`,
        ...(last_result && { category: last_result.result_category }),
      })),
    ),
    naming: namedBy(
      'workflow.read',
      (id) => ({ params: { id } }),
      ({ meta }) => meta.name,
    ),
    routes: noRoutes,
  }),
}
