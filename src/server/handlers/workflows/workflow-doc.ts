import type { Draft, Row } from '../../../contract/core/resource.ts'
import type { workflows as workflowResource } from '../../../contract/workflows/workflows.ts'
import type { Problem } from '../../../domain/core/problem.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import { mergedSteps } from '../../../domain/workflows/workflow-steps.ts'
import { fixedLocationOf } from '../../../domain/workflows/workflow-tags.ts'
import type { ProjectContext } from '../../http/context.ts'
import { locationsFor } from '../../store/agents/locations.ts'
import type { Stored } from '../../store/core/objects.ts'
import { type MonitorFigures, monitorFigures } from '../../store/monitors/monitor-figures.ts'
import { stepMonitors, type WorkflowDoc } from '../../store/workflows/workflows.ts'

export type WorkflowRow = Row<typeof workflowResource>
type WorkflowChange = Partial<Draft<typeof workflowResource>>
type Change = Omit<WorkflowChange, 'meta'> & { readonly meta?: Partial<WorkflowChange['meta']> }

/**
 * Merges a change into a workflow. New steps must name monitors of the project; those that the workflow already had may be missing, so
 * that a workflow with a deleted monitor can still be changed.
 */
export const changedWorkflow = async (
  before: WorkflowDoc,
  { meta, workflow }: Change,
  { db, project }: ProjectContext,
): Promise<{ doc: WorkflowDoc; problems: Problem[] }> => {
  const { steps, problems } = mergedSteps(before.workflow.steps, workflow ?? {})
  const known = new Set(before.workflow.steps.map(({ call_id }) => call_id))
  const added = steps.map(({ call_id }) => call_id).filter((id) => !known.has(id))
  const found = await stepMonitors(db, project.key, added)
  const field = workflow?.steps
    ? (at: number) => `workflow.steps[${at}].call_id`
    : (at: number) => `workflow.call_ids[${at}]`
  const unknown = steps.flatMap(({ call_id: id }, at): Problem[] =>
    known.has(id) || found.has(id)
      ? []
      : [
          {
            field: field(at),
            code: 'unknown',
            message: `${field(at)} must be the id of a monitor; there is none called ${id}.`,
          },
        ],
  )
  const { name: _, ...described } = meta ?? {}
  const doc: WorkflowDoc = {
    ...before,
    meta: { ...before.meta, ...described },
    workflow: {
      steps,
      handle_cookies: workflow?.handle_cookies ?? before.workflow.handle_cookies,
      stop_on_failure: workflow?.stop_on_failure ?? before.workflow.stop_on_failure,
    },
  }
  const place = meta?.tags ? await fixedLocationProblems(doc.meta.tags, { db, project }) : []
  return { doc, problems: [...problems, ...unknown, ...place] }
}

const fixedLocationProblems = async (
  tags: readonly string[],
  { db, project }: Pick<ProjectContext, 'db' | 'project'>,
): Promise<Problem[]> => {
  const id = fixedLocationOf(tags)
  if (!id || (await locationsFor(db, project.key)).some((location) => location.id === id)) return []
  const message = `meta.tags must name a location in sys:location_id; there is none called ${id}.`
  return [{ field: 'meta.tags', code: 'unknown', message }]
}

/** Rows of workflows, with the figures of the last day. */
export const workflowRows = async (
  stored: readonly Stored<WorkflowDoc>[],
  { db, project, now }: ProjectContext,
): Promise<WorkflowRow[]> => {
  const figures = await monitorFigures(db, stored, now)
  const ids = stored.flatMap(({ doc }) => doc.workflow.steps.map(({ call_id }) => call_id))
  const found = await stepMonitors(db, project.key, ids)
  return stored.map((one) => rowOf(one, { projectId: project.id, figures: figures.get(one.key), found }))
}

type Facts = { projectId: string; figures: MonitorFigures | undefined; found: ReadonlyMap<string, unknown> }

const rowOf = (stored: Stored<WorkflowDoc>, { projectId, figures, found }: Facts): WorkflowRow => {
  const { meta, workflow } = stored.doc
  const call_ids = workflow.steps.map(({ call_id }) => call_id)
  return {
    id: stored.id,
    meta: {
      name: stored.name,
      description: meta.description,
      tags: meta.tags,
      workspace: meta.workspace,
      deployments: meta.deployments,
      owner: stored.owner,
      project_id: projectId,
      created: formatTime(stored.created),
      last_update: formatTime(stored.last_update),
    },
    workflow: {
      call_ids,
      steps: workflow.steps.map(({ call_id, teardown }) => ({ call_id, teardown })),
      handle_cookies: workflow.handle_cookies,
      stop_on_failure: workflow.stop_on_failure,
    },
    missing_call_ids: [...new Set(call_ids.filter((id) => !found.has(id)))],
    schedule_ids: figures?.scheduleIds ?? [],
    monitored: figures?.monitored ?? false,
    last_result: figures?.lastResult ?? null,
    pass_rate_24h: figures?.passRate ?? null,
    median_24h: figures?.medianMs ?? null,
  }
}
