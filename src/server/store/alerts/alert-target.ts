import type { Db } from '../core/database.ts'
import type { Stored } from '../core/objects.ts'
import { type MonitorDoc, monitors } from '../monitors/monitors.ts'
import { type WorkflowDoc, workflows } from '../workflows/workflows.ts'

type Target =
  | (Stored<MonitorDoc> & { readonly kind: 'monitor' })
  | (Stored<WorkflowDoc> & { readonly kind: 'workflow' })

/** Reads the monitor or workflow with an id, which alerts can cover. */
export const alertTarget = async (db: Db, projectKey: number, id: string): Promise<Target | undefined> => {
  const monitor = await monitors.read(db, projectKey, id)
  if (monitor) return { ...monitor, kind: 'monitor' }
  const workflow = await workflows.read(db, projectKey, id)
  return workflow && { ...workflow, kind: 'workflow' }
}
