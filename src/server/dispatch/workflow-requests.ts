import { fixedLocationOf, isExclusive } from '../../domain/workflows/workflow-tags.ts'
import { invalid, Refusal } from '../refusal.ts'
import type { Db } from '../store/core/database.ts'
import type { Stored } from '../store/core/objects.ts'
import type { SecretCipher } from '../store/core/secret-cipher.ts'
import { type MonitorDoc, monitors } from '../store/monitors/monitors.ts'
import { isUnderWay } from '../store/workflows/workflow-jobs.ts'
import type { WorkflowDoc } from '../store/workflows/workflows.ts'
import { type RequestedRun, requestRun, textsOf } from './on-demand.ts'
import { misdirectionOfRun } from './secret-aim.ts'

type Request = Omit<Parameters<typeof requestRun>[1], 'target'>

/**
 * Queues a run of a workflow. A step whose monitor is missing refuses it, and so does a run under way of a workflow that forbids two
 * (409).
 */
export const requestWorkflowRun = async (
  db: Db,
  stored: Stored<WorkflowDoc>,
  request: Request,
): Promise<RequestedRun | Refusal> => {
  const { byAlert, locationId, now, sealing, variables } = request
  // Nobody chose what an alert passes on; the agent sends each secret to its own origins alone.
  const steps = await checkedSteps(db, stored, byAlert ? {} : textsOf(variables), sealing)
  if (steps instanceof Refusal) return steps
  const elsewhere = placeRefusal(stored.doc, locationId)
  if (elsewhere) return elsewhere
  if (isExclusive(stored.doc.meta.tags) && (await isUnderWay(db, stored.key, now)))
    return new Refusal(
      409,
      'conflict',
      'This workflow is still running, and its runs may not overlap. Try again later.',
    )
  const fixed = fixedLocationOf(stored.doc.meta.tags)
  return requestRun(db, { ...request, target: { ...stored, doc: steps }, locationId: fixed ?? locationId })
}

/**
 * Checks that the steps can run: there is one, none is missing, and no secret would go where it may not. Returns the setup of a browser
 * test among them, which needs a browser.
 */
export const checkedSteps = async (
  db: Db,
  { project_key, doc }: Pick<Stored<WorkflowDoc>, 'project_key' | 'doc'>,
  given: Readonly<Record<string, string>>,
  sealing: SecretCipher,
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
