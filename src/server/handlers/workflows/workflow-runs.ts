import { workflows as workflowResource } from '../../../contract/workflows/workflows.ts'
import { requestWorkflowRun } from '../../dispatch/workflow-requests.ts'
import type { HandlerOf } from '../../http/context.ts'
import { resourceOf } from '../../http/crud.ts'
import { notFound, Refusal } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import { workflows } from '../../store/workflows/workflows.ts'

type RunHandler = HandlerOf<(typeof workflowResource)['endpoints']['workflow.run']>
type Run = Parameters<RunHandler>

/** Runs a workflow on demand. A run that is dropped, because another one is under way, is logged. */
export const runWorkflow = async (
  { params, body }: Run[0],
  context: Run[1],
  { sealing, dispatch, log }: Services,
): ReturnType<RunHandler> => {
  const { db, project, now } = context
  const stored = await workflows.readForChange(db, project.key, params.id)
  if (!stored) return notFound('workflow')
  const run = await requestWorkflowRun(db, stored, {
    locationId: body.location_id ?? null,
    delayMs: (body.run_delay ?? 0) * 1000,
    variables: body.context ?? {},
    secretVariables: body.secret_variables ?? [],
    sealing,
    trigger: context.caller.kind === 'account' ? 'manual' : 'api',
    now,
  })
  if (run instanceof Refusal) {
    if (run.status === 409) log(`a run of the workflow ${stored.id} was dropped: another one is still under way`)
    return run
  }
  context.record({
    resource: resourceOf(workflowResource, stored),
    after: { location_id: run.location_id, result_id: run.result_id },
  })
  context.afterCommit(() => dispatch.wake(run.location_key))
  const { location_id, result_id: workflow_result_id } = run
  context.tell({ type: 'workflow_run', workflow_id: stored.id, workflow_result_id, location_id })
  return { workflow_id: stored.id, location_id, workflow_result_id }
}
