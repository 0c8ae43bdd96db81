import { Act } from '../parts/act/Act.tsx'
import { Go } from '../parts/act/Go.tsx'
import { Card } from '../parts/text/Card.tsx'
import { EmptyState } from '../parts/text/EmptyState.tsx'
import { StepsTable } from './StepsTable.tsx'
import type { Workflow } from './workflow-list.ts'

/** A workflow at a glance. */
export const WorkflowSummary = ({ workflow }: { workflow: Workflow }) => {
  const { id } = workflow
  if (workflow.workflow.steps.length === 0)
    return (
      <Card label="Steps">
        <EmptyState
          title="No steps yet"
          actions={<Act command="workflow.edit" args={{ workflow: id }} kind="primary" icon="plus" label="Add steps" />}
        >
          A workflow runs monitors one after another. Choose the monitors and their order.
        </EmptyState>
      </Card>
    )
  return (
    <Card
      title="Steps"
      flush
      actions={
        <Go to="workflow-edit" params={{ workflowId: id }} kind="ghost" size="small">
          Edit
        </Go>
      }
    >
      <StepsTable workflow={workflow} />
    </Card>
  )
}
