import type { Api } from './api.ts'

/** Makes a workflow that a schedule runs, and one run of it; answers the ids of both. */
export const workflowIds = async (api: Api, { monitor, schedule }: { monitor: string; schedule: string }) => {
  const { id } = await api.post<{ id: string }>('/api/2/workflows/', {
    meta: { name: 'Flow' },
    workflow: { call_ids: [monitor] },
  })
  await api.put(`/api/2/schedules/${schedule}/run/${id}`)
  const run = await api.post<{ workflow_result_id: string }>(`/api/2/workflows/${id}/run`)
  return { workflow: id, 'workflow-result': run.workflow_result_id }
}
