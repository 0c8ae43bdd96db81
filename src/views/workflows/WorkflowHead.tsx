import { useCurrentRoute } from '../core/use-current-route.ts'
import { useRunLabel } from '../core/use-run-label.ts'
import { Act } from '../parts/act/Act.tsx'
import { Menu } from '../parts/act/Menu.tsx'
import { Badge } from '../parts/text/Badge.tsx'
import { Notice } from '../parts/text/Notice.tsx'
import { PageHead } from '../parts/text/PageHead.tsx'
import { Tabs } from '../parts/text/Tabs.tsx'
import type { Workflow } from './workflow-list.ts'

/** Head of a workflow's page: its last result, actions and tabs. */
export const WorkflowHead = ({ workflow }: { workflow: Workflow }) => {
  const { name } = useCurrentRoute()
  const { id, meta, last_result: last, missing_call_ids: missing } = workflow
  const params = { workflowId: id }
  const args = { workflow: id }
  const steps = workflow.workflow.steps.length
  const editing = name === 'workflow-edit'
  const runLabel = useRunLabel()
  return (
    <>
      <PageHead
        title={meta.name}
        badge={last && <Badge category={last.result_category} look="soft" />}
        lead={`${steps} ${steps === 1 ? 'step' : 'steps'}${meta.description ? `. ${meta.description}` : ''}`}
        actions={
          <>
            <Menu
              label="More actions"
              icon="more"
              iconOnly
              items={[
                { command: 'workflow.run-from', args, icon: 'location' },
                { command: 'workflow.schedule', args, icon: 'schedule' },
                { command: 'workflow.duplicate', args, icon: 'copy' },
                'rule',
                { command: 'workflow.remove', args, icon: 'trash', danger: true },
              ]}
            />
            {!editing && (
              <>
                <Act command="workflow.edit" args={args} icon="edit" />
                <Act command="workflow.run" args={args} kind="primary" icon="play" label={runLabel} />
              </>
            )}
          </>
        }
      />
      {missing.length > 0 && !editing && (
        <Notice
          kind="fail"
          title={
            missing.length === 1 ? 'A monitor of this workflow was deleted' : 'Monitors of this workflow were deleted'
          }
          actions={<Act command="workflow.edit" args={args} size="small" label="Edit the steps" hint={false} />}
        >
          A run fails at such a step. Remove the step, or restore the monitor.
        </Notice>
      )}
      <Tabs
        label="Workflow"
        tabs={[
          { to: 'workflow', params, label: 'Summary', current: name === 'workflow' },
          { to: 'workflow-results', params, label: 'Results', current: name === 'workflow-results' },
          { to: 'workflow-schedules', params, label: 'Monitoring', current: name === 'workflow-schedules' },
          { to: 'workflow-audit', params, label: 'Audit', current: name === 'workflow-audit' },
          { to: 'workflow-edit', params, label: 'Edit', current: name === 'workflow-edit' },
          { to: 'workflow-advanced', params, label: 'Advanced', current: name === 'workflow-advanced' },
        ]}
      />
    </>
  )
}
