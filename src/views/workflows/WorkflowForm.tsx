import { MAX_STEPS } from '../../contract/workflows/workflows.ts'
import { FormField } from '../kit/form/FormField.tsx'
import { RecordForm } from '../kit/form/RecordForm.tsx'
import { MonitorPicker } from '../monitors/MonitorPicker.tsx'
import { Card } from '../parts/text/Card.tsx'
import { StepsCard } from './StepsCard.tsx'
import { WorkflowDifference } from './WorkflowDifference.tsx'
import { WorkflowTrial } from './WorkflowTrial.tsx'
import classes from './workflow-form.module.css'
import type { WorkflowFormState } from './workflow-form.ts'

type WorkflowFormProps = {
  readonly form: WorkflowFormState
  /** The environment that is searched first. */
  readonly workspace: string
}

/** A workflow's form: its name and steps, beside the monitors to add. */
export const WorkflowForm = ({ form, workspace }: WorkflowFormProps) => {
  const { steps } = form.draft
  return (
    <RecordForm
      form={form}
      noun="workflow"
      difference={form.newer && <WorkflowDifference theirs={form.newer} mine={form.draft} />}
      label="Workflow"
      columns={classes.columns}
      beside={
        <MonitorPicker
          title="Add a step"
          full={steps.length < MAX_STEPS ? null : `A workflow has at most ${MAX_STEPS} steps.`}
          onAdd={(call_id) => form.change('steps', [...steps, { call_id, teardown: false }])}
        />
      }
    >
      <Card title="Workflow">
        <div className="stack">
          <FormField form={form} name="name" />
          <div className={classes.toggles}>
            <FormField form={form} name="stop_on_failure" />
            <FormField form={form} name="handle_cookies" />
          </div>
        </div>
      </Card>
      <StepsCard form={form} workspace={workspace} />
      <WorkflowTrial form={form} workspace={workspace} />
    </RecordForm>
  )
}
