import type { EndpointName } from '../../src/contract/contract.ts'
import type { Api } from '../support/api.ts'
import { makeManaged, managedBody } from '../support/managed-kinds.ts'
import { samples } from './samples.ts'

type Way = () => Promise<{ by: Api; params?: Record<string, string>; body?: unknown }>

/** How the endpoints of what schedules run besides calls are called so that they succeed. */
export const targetWays = (world: () => { api: Api; scheduleId: string }): Partial<Record<EndpointName, Way>> => {
  const workflow: Way = async () => {
    const { api: by } = world()
    return { by, params: { id: await makeManaged(by, 'workflow') } }
  }
  const browserTest: Way = async () => {
    const { api: by } = world()
    const { id } = await by.post<{ id: string }>('/api/3/monitors/browser/', samples['browser-test.create']?.body)
    return { by, params: { id } }
  }
  const created: Way = async () => {
    const { api: by } = world()
    return { by, body: await managedBody(by, 'workflow') }
  }
  const target = async (isAttached: boolean) => {
    const { api: by, scheduleId: id } = world()
    const workflowId = await makeManaged(by, 'workflow')
    if (isAttached) await by.put(`/api/2/schedules/${id}/run/${workflowId}`)
    return { by, params: { id, workflowId } }
  }
  return {
    'schedule.attach-workflow': () => target(false),
    'schedule.detach-workflow': () => target(true),
    'workflow.create': created,
    'workflow.update': async () => ({ ...(await workflow()), body: { meta: { name: 'Renamed' } } }),
    'workflow.remove': workflow,
    'workflow.run': async () => ({ ...(await workflow()), body: { location_id: 'local' } }),
    'workflow.duplicate': workflow,
    'trial.start-workflow': async () => {
      const { by, body } = await created()
      // Made by the way above.
      const { workflow: tried } = body as { workflow: object }
      return { by, body: { workflow: tried, workspace: 'global', location_id: 'local' } }
    },
    'browser-test.update': browserTest,
    'browser-test.remove': browserTest,
  }
}
