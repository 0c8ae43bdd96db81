import { useLocations } from '../agents/use-location-name.ts'
import { FormField } from '../kit/form/FormField.tsx'
import { RecordForm } from '../kit/form/RecordForm.tsx'
import { useRecordForm } from '../kit/form/use-record-form.ts'
import settings from '../kit/settings/settings.module.css'
import { Act } from '../parts/act/Act.tsx'
import { Card } from '../parts/text/Card.tsx'
import { KeyValues } from '../parts/text/KeyValues.tsx'
import { Time } from '../parts/text/Time.tsx'
import { RetryFields } from '../schedules/RetryFields.tsx'
import { OF_SCHEDULE, workflowAdvancedForm } from './advanced-form.ts'
import { useWorkflowVersions, workflowSave } from './use-workflow-save.ts'
import type { Workflow } from './workflow-list.ts'

const ANY = { value: '', label: 'Chosen by schedule or caller' }

/** Description, tags, environment, location, parallel runs and retries of a workflow. */
export const WorkflowAdvanced = ({ workflow }: { workflow: Workflow }) => {
  const locations = useLocations()
  const { id, meta } = workflow
  const form = useRecordForm({
    table: workflowAdvancedForm,
    key: `workflow-advanced:${id}`,
    base: workflowAdvancedForm.formOf(workflow),
    versions: useWorkflowVersions(workflow),
    save: (body, over) => workflowSave(workflow)({ meta: { name: meta.name, ...body } }, over),
  })
  const { location } = form.draft
  const isKnown = location === '' || locations.some((one) => one.id === location)
  const options = [
    ANY,
    ...locations.map(({ id: value, name, online }) => ({ value, label: online ? name : `${name} (offline)` })),
    ...(isKnown ? [] : [{ value: location, label: location }]),
  ]
  return (
    <RecordForm
      form={form}
      noun="workflow"
      label="Advanced settings"
      beside={
        <aside aria-label="About this workflow">
          <Card title="About">
            <KeyValues
              items={[
                { name: 'Id', value: id, mono: true },
                { name: 'Created', value: <Time at={meta.created} /> },
                { name: 'Changed', value: <Time at={meta.last_update} /> },
              ]}
            />
          </Card>
        </aside>
      }
    >
      <Card title="Meta-data">
        <div className="stack">
          <FormField form={form} name="description" />
          <FormField form={form} name="tags" />
        </div>
      </Card>
      <Card title="Runs">
        <div className="stack">
          <FormField form={form} name="workspace" />
          <FormField form={form} name="location" options={options} />
          <FormField form={form} name="parallel" />
          <FormField form={form} name="action" />
          <FormField form={form} name="retries" />
        </div>
      </Card>
      {form.draft.retries !== OF_SCHEDULE && <RetryFields form={form} />}
      <Card title="Delete the workflow">
        <div className={settings.action}>
          <p>“{meta.name}” stops running and leaves its schedules. Its monitors and their results stay.</p>
          <Act command="workflow.remove" args={{ workflow: id }} kind="danger-ghost" icon="trash" hint={false} />
        </div>
      </Card>
    </RecordForm>
  )
}
