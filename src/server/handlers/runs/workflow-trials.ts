import type { Shape } from '../../../contract/core/endpoint.ts'
import type { trials as trialEndpoints } from '../../../contract/runs/trials.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import { textsOf } from '../../dispatch/on-demand.ts'
import { sealContext } from '../../dispatch/run-context.ts'
import { checkedSteps } from '../../dispatch/workflow-requests.ts'
import type { HandlersOf } from '../../http/context.ts'
import { invalid, Refusal } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import { needsOf } from '../../store/monitors/needs.ts'
import { unpackDetail } from '../../store/results/result-store.ts'
import type { WorkflowTrialDoc } from '../../store/runs/trials.ts'
import { newWorkflow } from '../../store/workflows/workflows.ts'
import { changedWorkflow } from '../workflows/workflow-doc.ts'
import { locationForTrial } from './trial-location.ts'

type TrialAnswer = Shape<(typeof trialEndpoints)['trial.read']['answer']>
type Report = NonNullable<WorkflowTrialDoc['report']>

/** Starts the one run of a workflow that is not stored. */
export const workflowTrialHandlers = ({
  sealing,
  dispatch,
  trials,
}: Services): HandlersOf<Pick<typeof trialEndpoints, 'trial.start-workflow'>> => ({
  'trial.start-workflow': async ({ body }, context) => {
    const { db, now, project, actor: owner } = context
    const { workflow, workspace, location_id, context: given = {}, secret_variables: secret = [] } = body
    const { doc, problems } = await changedWorkflow(
      newWorkflow,
      { workflow, ...(workspace !== undefined && { meta: { workspace } }) },
      context,
    )
    if (problems.length > 0) return invalid(problems)
    const values = textsOf(given)
    const steps = await checkedSteps(db, { project_key: project.key, doc }, values, sealing)
    if (steps instanceof Refusal) return steps
    const location = await locationForTrial(db, project.key, { id: location_id ?? null, doc: steps, now })
    if (location instanceof Refusal) return location
    const name = 'a workflow that is not saved'
    const stored = await trials.startWorkflow(db, {
      projectKey: project.key,
      name,
      doc,
      location,
      owner,
      now,
      needs: needsOf(steps),
      context: sealContext({ values, secret }, sealing),
    })
    context.record({
      resource: { type: 'trial', id: stored.id, name },
      after: { workflow: doc.workflow, location_id: location.id },
    })
    context.afterCommit(() => dispatch.wake(location.key))
    return { id: stored.id, location_id: location.id }
  },
})

/** The outcome of one reported run. */
export const outcomeOf = async (report: Omit<Report, 'steps'>): Promise<NonNullable<TrialAnswer['outcome']>> => {
  const { id: _, detail, url: __, set_variables: ___, ...figures } = report
  return {
    ...figures,
    started: formatTime(Date.parse(figures.started)),
    detail: await unpackDetail(Buffer.from(detail, 'base64')),
  }
}

/** The steps of a finished trial, those that were skipped or missing included. */
export const triedSteps = async (
  reports: readonly Omit<Report, 'steps'>[],
  { detail }: NonNullable<TrialAnswer['outcome']>,
): Promise<NonNullable<TrialAnswer['steps']>> => {
  const byId = new Map(reports.map((report) => [report.id, report]))
  return Promise.all(
    (detail.steps ?? []).map(async ({ call_id, name, result_id }, index) => {
      const report = result_id === null ? undefined : byId.get(result_id)
      if (!report)
        return { index, call_id, name, result_category: 'FAIL', result: 'CONNECTION_ERROR', outcome: null } as const
      const { result_category, result } = report
      const outcome = result === 'STEP_SKIPPED' ? null : await outcomeOf(report)
      return { index, call_id, name, result_category, result, outcome }
    }),
  )
}
