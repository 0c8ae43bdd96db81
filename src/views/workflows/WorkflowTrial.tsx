import { useMemo, useState } from 'react'
import { isEqual } from '../../../machines/draft-path.ts'
import type { Trial } from '../../commands/runs/trials.ts'
import { useLocationName, useOpenLocations } from '../agents/use-location-name.ts'
import { Act } from '../parts/act/Act.tsx'
import { Field } from '../parts/form/Field.tsx'
import { Select } from '../parts/form/Select.tsx'
import { Badge } from '../parts/text/Badge.tsx'
import { Card } from '../parts/text/Card.tsx'
import { formats } from '../parts/text/format.ts'
import { Notice } from '../parts/text/Notice.tsx'
import { Spinner } from '../parts/text/Spinner.tsx'
import { VariablesCard } from '../results/ResultSummary.tsx'
import { useInView } from '../runs/use-in-view.ts'
import { AgentLog } from './AgentLog.tsx'
import { TrialSteps } from './TrialSteps.tsx'
import { useWorkflowTrial, type WorkflowTrialRun } from './use-workflow-trial.ts'
import type { WorkflowFormState } from './workflow-form.ts'

/** “, step 3 failed: Pay” */
const failedWords = (steps: Trial['steps'] = []): string => {
  const failed = steps.find(({ result_category: category }) => category === 'FAIL')
  return failed ? `, step ${failed.index + 1} failed: ${failed.name}` : ''
}

const Outcome = ({ run, isOld }: { run: WorkflowTrialRun; isOld: boolean }) => {
  const { trying, state, trial, failure } = run
  const locationName = useLocationName()
  if (failure !== null)
    return (
      <Notice kind="fail" urgent title="The test run did not start">
        {failure}
      </Notice>
    )
  if (trying)
    return (
      <p className="row" role="status">
        <Spinner small />
        <span>{state === 'running' ? 'The steps run one after another.' : 'Waits for an agent.'}</span>
      </p>
    )
  if (trial === null)
    return (
      <p className="muted">
        Runs all steps once, saved or not, and shows each request and response. Nothing is stored.
      </p>
    )
  if (!trial.outcome)
    return (
      <Notice kind="warning" title="No agent picked up the run within a minute">
        Check that an agent is running at this location, choose another one, or try again.
      </Notice>
    )
  return (
    <>
      <p className="row" role="status">
        <Badge category={trial.outcome.result_category} look="soft" />
        <span>{`${formats.latency(trial.outcome.timing.total)} from ${locationName(trial.location_id)}${failedWords(trial.steps)}`}</span>
      </p>
      {isOld && <p className="muted">You have changed the steps since this run.</p>}
      <TrialSteps key={trial.id} steps={trial.steps ?? []} />
      <VariablesCard variables={trial.outcome.detail.variables} />
      <AgentLog messages={trial.outcome.detail.messages} />
    </>
  )
}

/** Runs the workflow once as the form has it, before it is saved. */
export const WorkflowTrial = ({ form, workspace }: { form: WorkflowFormState; workspace: string }) => {
  const { steps, stop_on_failure, handle_cookies } = form.draft
  const locations = useOpenLocations()
  const [location, setLocation] = useState('')
  const body = useMemo(
    () => ({
      workflow: { steps, stop_on_failure, handle_cookies },
      workspace,
      location_id: location === '' ? null : location,
    }),
    [steps, stop_on_failure, handle_cookies, workspace, location],
  )
  const run = useWorkflowTrial(body, steps.length > 0)
  const { trying } = run
  const card = useInView(trying)
  const options = [
    { value: '', label: 'Default location' },
    ...locations.map(({ id, name, online }) => ({ value: id, label: online ? name : `${name} (offline)` })),
  ]
  return (
    <div ref={card}>
      <Card
        title="Test run"
        actions={
          steps.length > 0 && (
            <Act command="workflow.try-form" size="small" icon="play" pending={run.trying} hint={false} />
          )
        }
      >
        <div className="stack">
          {options.length > 2 && (
            <Field label="Run from">
              <Select small value={location} options={options} onValue={setLocation} />
            </Field>
          )}
          <Outcome run={run} isOld={!isEqual(run.tried, body)} />
        </div>
      </Card>
    </div>
  )
}
