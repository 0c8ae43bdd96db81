import { type RawBuilder, sql } from 'kysely'
import type { Step } from '../../../domain/workflows/workflow-steps.ts'
import { fixedLocationOf, isExclusive } from '../../../domain/workflows/workflow-tags.ts'
import type { Db } from '../core/database.ts'
import { objectsOf, type Stored } from '../core/objects.ts'
import { type MonitorDoc, monitors } from '../monitors/monitors.ts'
import { needsOf } from '../monitors/needs.ts'

/** A stored workflow. */
export type WorkflowDoc = {
  readonly meta: { description: string | null; tags: string[]; workspace: string; deployments: string | null }
  readonly workflow: { steps: readonly Step[]; handle_cookies: boolean; stop_on_failure: boolean }
  /** The sample workflow that it was created from, even if edited since. */
  readonly sample?: string
}

export const workflows = objectsOf<WorkflowDoc>('workflow')

/** Default values of a workflow. */
export const newWorkflow: WorkflowDoc = {
  meta: { description: null, tags: [], workspace: 'global', deployments: null },
  workflow: { steps: [], handle_cookies: false, stop_on_failure: true },
}

/** Whether a project has a workflow of this id. */
export const workflowExists = async (db: Db, projectKey: number, id: string): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from object where project_key = ${projectKey} and kind = 'workflow' and id = ${id}`.execute(db)
  return rows.length > 0
}

/** Condition on columns of `object`: workflows with a step of this monitor. */
export const withStepOf = (monitorId: string): RawBuilder<boolean> =>
  sql<boolean>`doc #> '{workflow,steps}' @> ${JSON.stringify([{ call_id: monitorId }])}::jsonb`

/** Stores what the scheduler reads of a workflow. A tag that names no location is ignored. */
export const storeSettings = async (db: Db, { key, project_key, doc }: Stored<WorkflowDoc>): Promise<void> => {
  const { tags } = doc.meta
  const fixed = fixedLocationOf(tags)
  const steps = await monitors.readMany(db, project_key, [...new Set(doc.workflow.steps.map(({ call_id }) => call_id))])
  await sql`
    insert into workflow_setting (target_key, exclusive, needs, location_key)
    values (${key}, ${isExclusive(tags)}, ${needsOfSteps(steps)}, (select key from location where id = ${fixed}))
    on conflict (target_key) do update set exclusive = excluded.exclusive, needs = excluded.needs, location_key = excluded.location_key`.execute(
    db,
  )
}

/** The capability that an agent needs for these steps; null: none. */
const needsOfSteps = (steps: readonly Stored<MonitorDoc>[]): string | null =>
  steps.map(({ doc }) => needsOf(doc)).find((needs) => needs !== null) ?? null

/** The monitors among these ids that exist, by id, with their keys and names. */
export const stepMonitors = async (
  db: Db,
  projectKey: number,
  ids: readonly string[],
): Promise<Map<string, { key: number; name: string }>> => {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; key: number; name: string }>`
    select id, key, name from object
    where project_key = ${projectKey} and kind = 'monitor' and id = any(${[...new Set(ids)]}::text[])`.execute(db)
  return new Map(rows.map(({ id, ...monitor }) => [id, monitor]))
}
