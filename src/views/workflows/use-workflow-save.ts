import type { World } from '../../commands/core/world.ts'
import type { ProductContract } from '../../contract/contract.ts'
import type { BodyOf } from '../../contract/core/endpoint.ts'
import { useWorld } from '../core/use-world.ts'
import type { RecordVersions } from '../kit/form/use-record-form.ts'
import { versionsOf } from '../kit/form/versions-of.ts'
import type { Workflow } from './workflow-list.ts'

type Change = Omit<BodyOf<ProductContract['workflow.update']>, 'if_last_update'>
type Save = (body: Change, over: { readonly version: string; readonly world: World }) => Promise<Workflow>

/** The versions of a workflow, for its forms. */
export const useWorkflowVersions = (workflow: Workflow): RecordVersions<Workflow, string> => {
  const world = useWorld()
  return versionsOf(workflow, () => world.call('workflow.read', { params: { id: workflow.id } }))
}

/** Saves a form of a workflow over the version that its draft was begun on: the server refuses it once another is stored. */
export const workflowSave =
  ({ id }: Workflow): Save =>
  async (body, { world, version }) => {
    const row = await world.call('workflow.update', { params: { id }, body: { ...body, if_last_update: version } })
    world.tell(`“${row.meta.name}” saved`)
    return row
  }
