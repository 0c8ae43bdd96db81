import type { AnswerOf } from '../../../contract/core/endpoint.ts'
import type { incidents } from '../../../contract/incidents/incidents.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import type { ProjectContext } from '../../http/context.ts'
import { targetKindOf } from '../../store/alerts/target-kind.ts'
import type { Db } from '../../store/core/database.ts'
import { impacts, incidentStates } from '../../store/incidents/incident-codes.ts'
import { type AffectedRow, affectedBy } from '../../store/incidents/incident-monitors.ts'
import { type ListedIncident, readIncident, type StoredIncident } from '../../store/incidents/incidents.ts'
import { NEUTRAL_TITLE } from '../../store/incidents/published-incidents.ts'

export type IncidentRow = AnswerOf<(typeof incidents)['incident.read']>

/** Monitors of an incident in a list, and in its own answer. */
const MOST = { list: 5, one: 500 } as const

const timeOrNull = (ms: number | null): string | null => (ms === null ? null : formatTime(ms))

const affectedRow = ({ target_id, name, kind, public_name, since, until }: AffectedRow) => ({
  id: target_id,
  kind: targetKindOf(kind) ?? ('monitor' as const),
  name,
  public_name,
  since: formatTime(since),
  until: timeOrNull(until),
  deleted: kind === null,
})

const rowOf = (one: ListedIncident, affected: readonly AffectedRow[]): IncidentRow => ({
  id: one.id,
  title: one.title,
  public_title: one.title_by_rule ? NEUTRAL_TITLE : one.title,
  state: incidentStates.name(one.state),
  impact: impacts.name(one.impact),
  cause: one.cause,
  cause_public: one.cause_public,
  begun: formatTime(one.begun),
  ended: timeOrNull(one.ended),
  opened_by: { kind: one.opener_kind, id: one.opened_by, name: one.opener_name },
  published: timeOrNull(one.published),
  monitors: affected.map(affectedRow),
  monitor_count: one.monitor_count,
  failing_count: one.failing_count,
  created: formatTime(one.created),
  last_update: formatTime(one.last_update),
})

/** Incidents as they are answered. */
export const incidentRows = async (
  db: Db,
  listed: readonly ListedIncident[],
  as: keyof typeof MOST,
): Promise<IncidentRow[]> => {
  const affected = await affectedBy(
    db,
    listed.map(({ key }) => key),
    MOST[as],
  )
  return listed.map((one) => rowOf(one, affected.get(one.key) ?? []))
}

/** One incident as it is answered; undefined if there is none. */
export const incidentRow = async (
  { db, project }: Pick<ProjectContext, 'db' | 'project'>,
  id: string,
): Promise<IncidentRow | undefined> => {
  const listed = await readIncident(db, project.key, id)
  return listed && (await incidentRows(db, [listed], 'one'))[0]
}

/** The fields of an incident that the audit log compares. */
export const auditedFields = (one: StoredIncident) => ({
  title: one.title,
  state: incidentStates.name(one.state),
  impact: impacts.name(one.impact),
  cause: one.cause,
  cause_public: one.cause_public,
  begun: formatTime(one.begun),
  ended: timeOrNull(one.ended),
  published: timeOrNull(one.published),
})
