import { useRecordForm } from '../kit/form/use-record-form.ts'
import { useWorkflowVersions, workflowSave } from './use-workflow-save.ts'
import { WorkflowForm } from './WorkflowForm.tsx'
import { workflowForm } from './workflow-form.ts'
import type { Workflow } from './workflow-list.ts'

/** Edits the name and the steps of a workflow. */
export const WorkflowEdit = ({ workflow }: { workflow: Workflow }) => {
  const { id } = workflow
  const form = useRecordForm({
    table: workflowForm,
    key: `workflow:${id}`,
    base: workflowForm.formOf(workflow),
    versions: useWorkflowVersions(workflow),
    save: workflowSave(workflow),
  })
  return <WorkflowForm form={form} workspace={workflow.meta.workspace} />
}
