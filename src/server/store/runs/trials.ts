import { sql } from 'kysely'
import type { Shape } from '../../../contract/core/endpoint.ts'
import type { report } from '../../../contract/results/results.ts'
import type { Db } from '../core/database.ts'
import { objectsOf } from '../core/objects.ts'
import type { RunColumns } from '../core/tables.ts'
import type { MonitorDoc } from '../monitors/monitors.ts'
import { deletePicturesOf } from '../results/result-pictures.ts'
import type { WorkflowDoc } from '../workflows/workflows.ts'

/** The outcome of the one run of what is not saved, as the agent reported it. */
type Tried = {
  readonly run: { readonly due: number; readonly location_key: number; readonly location_id: string }
  readonly report: Shape<typeof report> | null
}

/** A monitor that is not saved. */
export type TrialDoc = MonitorDoc & Tried

/** A workflow that is not saved. */
export type WorkflowTrialDoc = WorkflowDoc & Tried

export const trials = objectsOf<TrialDoc>('trial')
export const workflowTrials = objectsOf<WorkflowTrialDoc>('workflow-trial')

/** Source of all trials, used by no schedule and no run on demand. */
export const TRIAL_SOURCE = 0
const KEPT_MS = 3_600_000

/** State of a trial without a report, from its job. */
export const jobState = async (db: Db, trialKey: number, now: number): Promise<'queued' | 'running' | 'lost'> => {
  const { rows } = await sql<{ leased: boolean; expires: number }>`
    select coalesce(lease_until > ${now}, false) as leased, expires from job where target_key = ${trialKey}`.execute(db)
  const job = rows[0]
  if (!job || (!job.leased && job.expires <= now)) return 'lost'
  return job.leased ? 'running' : 'queued'
}

/** Stores a trial's outcome and closes its job; the first report wins. Returns whether the trial exists and ran at that location. */
export const settleTrial = (db: Db, run: RunColumns, told: Shape<typeof report>): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const { rows } = await sql`
      update object set doc = jsonb_set(doc, '{report}', case when doc->>'report' is null then ${JSON.stringify(told)}::jsonb else doc->'report' end)
      where kind in ('trial', 'workflow-trial') and key = ${run.target_key} and (doc #>> '{run,due}')::bigint = ${run.due}
        and (doc #>> '{run,location_key}')::int = ${run.location_key} returning key`.execute(trx)
    await sql`delete from job where target_key = ${run.target_key} and location_key = ${run.location_key}
      and source = ${TRIAL_SOURCE}`.execute(trx)
    return rows.length > 0
  })

/** Deletes trials that nobody waits for any more, with their pictures. */
export const deleteOldTrials = async (db: Db, now: number): Promise<void> => {
  const gone = await db
    .deleteFrom('object')
    .where('kind', 'in', ['trial', 'workflow-trial'])
    .where('created', '<', now - KEPT_MS)
    .returning('key')
    .execute()
  await deletePicturesOf(
    db,
    gone.map(({ key }) => key),
  )
}
