import type { ProjectContext } from '../../http/context.ts'
import { notFound, Refusal } from '../../refusal.ts'
import { lockIncidents } from '../../store/incidents/incident-lock.ts'
import { changeIncident, type StoredIncident, storedIncident } from '../../store/incidents/incidents.ts'
import { auditedFields, type IncidentRow, incidentRow } from './incident-rows.ts'

/** The incident to change, locked until the transaction ends; or the refusal. */
export const forChange = async (id: string, { db, project }: ProjectContext): Promise<StoredIncident | Refusal> => {
  await lockIncidents(db, [project.key])
  const stored = await storedIncident(db, project.key, id)
  if (!stored) return notFound('incident')
  if (stored.merged_into !== null)
    return new Refusal(409, 'conflict', 'This incident was merged into another one: change that one.')
  return stored
}

const resourceOf = ({ id, title }: StoredIncident) => ({ type: 'incident', id, name: title })

/** Records a change of an incident, and answers the incident as it is now. `about`: what the incident's own fields do not say. */
export const recorded = async (
  before: StoredIncident,
  context: ProjectContext,
  about: object = {},
): Promise<IncidentRow | Refusal> => {
  const after = await storedIncident(context.db, context.project.key, before.id)
  const row = await incidentRow(context, before.id)
  if (!after || !row) return notFound('incident')
  context.record({
    resource: resourceOf(after),
    before: auditedFields(before),
    after: { ...auditedFields(after), ...about },
  })
  return row
}

/** Records a new incident, and answers it. */
export const recordedNew = async (
  made: StoredIncident,
  context: ProjectContext,
  about: object,
): Promise<IncidentRow | Refusal> => {
  const row = await incidentRow(context, made.id)
  context.record({ resource: resourceOf(made), after: { ...auditedFields(made), ...about } })
  return row ?? notFound('incident')
}

/** Records that an incident is gone. */
export const recordRemoved = (gone: StoredIncident, context: ProjectContext): void =>
  context.record({ resource: resourceOf(gone), before: auditedFields(gone) })

/** Changes fields of an incident. */
export const change = (
  { db, now }: ProjectContext,
  stored: StoredIncident,
  fields: Parameters<typeof changeIncident>[2],
): Promise<void> => changeIncident(db, stored, fields, now)
