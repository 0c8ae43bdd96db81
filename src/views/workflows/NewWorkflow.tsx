import { GLOBAL } from '../../domain/environments/variable-rules.ts'
import { useTitle } from '../core/use-current-route.ts'
import { useWorld } from '../core/use-world.ts'
import { useRecordForm } from '../kit/form/use-record-form.ts'
import { PageHead } from '../parts/text/PageHead.tsx'
import { WorkflowForm } from './WorkflowForm.tsx'
import { workflowForm } from './workflow-form.ts'

/** Form of a new workflow. */
export const NewWorkflow = () => {
  const world = useWorld()
  useTitle('New workflow')
  const form = useRecordForm({
    table: workflowForm,
    key: 'workflow:new',
    base: workflowForm.blank,
    async save(body, { world }) {
      const row = await world.call('workflow.create', { body })
      world.tell(`“${row.meta.name}” created`)
      return row
    },
    leave: ({ id }) => world.go('workflow', { workflowId: id }),
    laterKey: (row) => `workflow:${row.id}`,
  })
  return (
    <>
      <PageHead title="New workflow" />
      <WorkflowForm form={form} workspace={GLOBAL} />
    </>
  )
}
