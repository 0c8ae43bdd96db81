import type { Db } from '../core/database.ts'
import type { Stored } from '../core/objects.ts'
import { type MonitorDoc, monitors } from '../monitors/monitors.ts'
import { type WorkflowDoc, workflows } from '../workflows/workflows.ts'

/** Reads the monitor or workflow with an id, which alerts can cover. */
export const alertTarget = async (
  db: Db,
  projectKey: number,
  id: string,
): Promise<Stored<MonitorDoc> | Stored<WorkflowDoc> | undefined> =>
  (await monitors.read(db, projectKey, id)) ?? (await workflows.read(db, projectKey, id))
