import { kind, listed, namedBy } from '../core/kind-row.ts'

/** Workflows and their results. */
export const workflowKinds = {
  workflow: kind({
    noun: ['workflow', 'workflows'],
    icon: 'workflow',
    parameter: 'workflowId',
    fields: ['workflow_id'],
    list: listed('workflow.list', {}, ({ results }) =>
      results.map(({ id, meta, workflow, last_result }) => ({
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
    routes: { list: 'workflows', one: 'workflow', make: 'new-workflow', edit: 'workflow-edit' },
  }),
  // Too many to choose from, so a line names one by its id.
  'workflow-result': kind({
    noun: ['workflow result', 'workflow results'],
    icon: 'results',
    parameter: 'workflowResultId',
    named: 'by any text',
    list: null,
    naming: namedBy(
      'workflow.result',
      (id) => ({ params: { id } }),
      ({ meta }) => meta.name,
    ),
    routes: { list: 'workflows', one: 'workflow-result', make: null, edit: null },
  }),
}
