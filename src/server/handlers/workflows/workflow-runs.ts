import { workflows as workflowResource } from '../../../contract/workflows/workflows.ts'
import { fixedLocationOf, isExclusive } from '../../../domain/workflows/workflow-tags.ts'
import { requestRun, textsOf } from '../../dispatch/on-demand.ts'
import { misdirectionOfRun } from '../../dispatch/secret-aim.ts'
import type { HandlerOf } from '../../http/context.ts'
import { resourceOf } from '../../http/crud.ts'
import { invalid, notFound, Refusal } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import type { Db } from '../../store/core/database.ts'
import type { Stored } from '../../store/core/objects.ts'
import { type MonitorDoc, monitors } from '../../store/monitors/monitors.ts'
import { isUnderWay } from '../../store/workflows/workflow-jobs.ts'
import { type WorkflowDoc, workflows } from '../../store/workflows/workflows.ts'

type RunHandler = HandlerOf<(typeof workflowResource)['endpoints']['workflow.run']>
type Run = Parameters<RunHandler>

/** Runs a workflow on demand. A step whose monitor is missing refuses it, and so does a run under way of a workflow that forbids two. */
export const runWorkflow = async (
  { params, body }: Run[0],
  context: Run[1],
  { sealing, dispatch, log }: Services,
): ReturnType<RunHandler> => {
  const { db, project, now } = context
  const stored = await workflows.readForChange(db, project.key, params.id)
  if (!stored) return notFound('workflow')
  const steps = await checkedSteps(db, stored, textsOf(body.context ?? {}), sealing)
  if (steps instanceof Refusal) return steps
  const elsewhere = placeRefusal(stored.doc, body.location_id ?? null)
  if (elsewhere) return elsewhere
  if (isExclusive(stored.doc.meta.tags) && (await isUnderWay(db, stored.key, now))) {
    log(`a run of the workflow ${stored.id} was dropped: another one is still under way`)
    return new Refusal(
      409,
      'conflict',
      'This workflow is still running, and its runs may not overlap. Try again later.',
    )
  }
  const run = await requestRun(db, {
    target: { ...stored, doc: steps },
    locationId: fixedLocationOf(stored.doc.meta.tags) ?? body.location_id ?? null,
    delayMs: (body.run_delay ?? 0) * 1000,
    variables: body.context ?? {},
    secretVariables: body.secret_variables ?? [],
    sealing,
    trigger: context.caller.kind === 'api_key' ? 'api' : 'manual',
    now,
  })
  if (run instanceof Refusal) return run
  context.record({
    resource: resourceOf(workflowResource, stored),
    after: { location_id: run.location_id, result_id: run.result_id },
  })
  context.afterCommit(() => dispatch.wake(run.location_key))
  const { location_id, result_id: workflow_result_id } = run
  context.tell({ type: 'workflow_run', workflow_id: stored.id, workflow_result_id, location_id })
  return { workflow_id: stored.id, location_id, workflow_result_id }
}

/**
 * Checks that the steps can run: there is one, none is missing, and no secret would go where it may not. Returns the setup of a browser
 * test among them, which needs a browser.
 */
export const checkedSteps = async (
  db: Db,
  { project_key, doc }: Pick<Stored<WorkflowDoc>, 'project_key' | 'doc'>,
  given: Readonly<Record<string, string>>,
  sealing: Services['sealing'],
): Promise<Pick<MonitorDoc, 'setup'> | Refusal> => {
  const { steps } = doc.workflow
  if (steps.length === 0)
    return invalid([
      {
        field: 'workflow.steps',
        code: 'required',
        message: 'workflow.steps, or workflow.call_ids, must have at least one step.',
      },
    ])
  const found = new Map(
    (await monitors.readMany(db, project_key, [...new Set(steps.map(({ call_id }) => call_id))])).map((one) => [
      one.id,
      one,
    ]),
  )
  const missing = steps.flatMap(({ call_id }, index) => (found.has(call_id) ? [] : [index]))
  if (missing.length > 0)
    return invalid(
      missing.map((index) => ({
        field: `workflow.steps[${index}]`,
        code: 'unknown',
        message: `The monitor of step ${index + 1} was deleted. Restore the monitor, or remove the step.`,
      })),
    )
  const setup = [...found.values()].find(({ doc }) => doc.setup)?.doc.setup
  const needing = setup ? { setup } : {}
  if (Object.keys(given).length === 0) return needing
  const elsewhere = [...found.values()].flatMap((one) => misdirectionOfRun(one.doc, sealing, given) ?? [])[0]
  return elsewhere === undefined
    ? needing
    : invalid([{ field: 'context', code: 'forbidden', message: `context: ${elsewhere}.` }])
}

const placeRefusal = ({ meta }: WorkflowDoc, asked: string | null): Refusal | null => {
  const fixed = fixedLocationOf(meta.tags)
  if (fixed === null || asked === null || asked === fixed) return null
  const message = `location_id must be ${fixed}: this workflow always runs from there.`
  return invalid([{ field: 'location_id', code: 'forbidden', message }])
}
