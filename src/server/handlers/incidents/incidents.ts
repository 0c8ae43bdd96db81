import type { incidents as incidentEndpoints } from '../../../contract/incidents/incidents.ts'
import { problem } from '../../../domain/core/problem.ts'
import { parseTime } from '../../../domain/core/wire-time.ts'
import { incidentProblems } from '../../../domain/incidents/incident-rules.ts'
import { askedRange } from '../../http/asked-range.ts'
import type { HandlersPart, ProjectContext } from '../../http/context.ts'
import { refuseStale } from '../../http/if-unchanged.ts'
import { invalid, notFound, Refusal } from '../../refusal.ts'
import { impacts, incidentStates } from '../../store/incidents/incident-codes.ts'
import { lockIncidents } from '../../store/incidents/incident-lock.ts'
import { addAffected, namedTargets, removeAffected } from '../../store/incidents/incident-monitors.ts'
import {
  addIncidents,
  deleteIncident,
  type IncidentFilter,
  type IncidentPlace,
  listIncidents,
  type StoredIncident,
} from '../../store/incidents/incidents.ts'
import { change, forChange, recorded, recordedNew, recordRemoved } from './incident-change.ts'
import { incidentRow, incidentRows } from './incident-rows.ts'

const PAGE = 50

const placeOf = (cursor: string): IncidentPlace | null => {
  const [, begun, key] = /^([0-9]{1,15})\.([0-9]{1,9})$/.exec(cursor) ?? []
  return key === undefined ? null : { begun: Number(begun), key: Number(key) }
}

const wrongCursor = invalid([
  { field: 'cursor', code: 'invalid', message: 'cursor must be the next_cursor of an earlier answer.' },
])

type Named = { readonly id: string; readonly public_name?: string | null }

/** Adds monitors to an incident; or the refusal, naming those that do not exist. */
const addMonitors = async (
  incident: Pick<StoredIncident, 'key'>,
  named: readonly Named[],
  since: number,
  { db, project }: ProjectContext,
): Promise<Refusal | null> => {
  const found = await namedTargets(
    db,
    project.key,
    named.map(({ id }) => id),
  )
  const problems = named.flatMap(({ id }, at) =>
    found.has(id)
      ? []
      : [problem(`monitors[${at}].id`, 'unknown', 'must be the id of a monitor or workflow of this project.')],
  )
  if (problems.length > 0) return invalid(problems)
  const added = named.flatMap(({ id, public_name }) => {
    const target = found.get(id)
    const name = public_name === undefined ? {} : { public_name: public_name?.trim() || null }
    return target
      ? [{ incident_key: incident.key, target_key: target.key, target_id: id, name: target.name, since, ...name }]
      : []
  })
  await addAffected(db, added, { again: false })
  return null
}

/** List, read, create, change and delete of incidents. */
export const incidentRecords = {
  'incident.list': async ({ query }, { db, project, now }) => {
    const after = query.cursor === undefined ? null : placeOf(query.cursor)
    if (query.cursor !== undefined && after === null) return wrongCursor
    const { from = null, to = null, problems } = askedRange(['from', query.from], ['to', query.to], { now })
    if (problems.length > 0) return invalid(problems)
    const { state } = query
    const filter: IncidentFilter = {
      state: state === undefined ? null : state === 'open' ? 'open' : incidentStates.code(state),
      targetId: query.monitor_id ?? null,
      search: query.search?.trim() || null,
      from,
      to,
      now,
    }
    const limit = query.limit ?? PAGE
    const found = await listIncidents(db, project.key, filter, { after, limit: limit + 1 })
    const page = found.slice(0, limit)
    const last = page.at(-1)
    const more = found.length > limit
    return {
      meta: { more, next_cursor: more && last ? `${last.begun}.${last.key}` : null },
      data: await incidentRows(db, page, 'list'),
    }
  },

  'incident.read': async ({ params }, context) => (await incidentRow(context, params.id)) ?? notFound('incident'),

  'incident.create': async ({ body }, context) => {
    const { db, project, actor, now } = context
    const problems = incidentProblems(body, { now, ended: null })
    if (problems.length > 0) return invalid(problems)
    await lockIncidents(db, [project.key])
    const begun = body.begun === undefined ? now : (parseTime(body.begun) ?? now)
    const [made] = await addIncidents(
      db,
      [
        {
          project_key: project.key,
          title: body.title.trim(),
          impact: impacts.code(body.impact ?? 'major'),
          cause: body.cause ?? '',
          begun,
          by_rule: false,
          opened_by: actor,
        },
      ],
      now,
    )
    if (!made) throw new Error('The incident was not stored.')
    const refused = await addMonitors(made, body.monitors ?? [], begun, context)
    return refused ?? recordedNew(made, context, body.monitors ? { monitors: body.monitors } : {})
  },

  'incident.update': async ({ params, body }, context) => {
    const stored = await forChange(params.id, context)
    if (stored instanceof Refusal) return stored
    const stale = refuseStale('incident', body.if_last_update, stored)
    if (stale) return stale
    const { db, now } = context
    const { title, impact, cause, cause_public, begun, monitors, remove_monitors } = body
    const problems = incidentProblems(body, { now, ended: stored.ended })
    if (problems.length > 0) return invalid(problems)
    await change(context, stored, {
      ...(title !== undefined && { title: title.trim(), title_by_rule: false }),
      ...(impact !== undefined && { impact: impacts.code(impact) }),
      ...(cause !== undefined && { cause }),
      ...(cause_public !== undefined && { cause_public }),
      ...(begun !== undefined && { begun: parseTime(begun) ?? stored.begun }),
    })
    await removeAffected(db, stored.key, remove_monitors ?? [])
    const refused = await addMonitors(stored, monitors ?? [], Math.min(now, stored.ended ?? now), context)
    const about = { ...(monitors && { monitors }), ...(remove_monitors && { remove_monitors }) }
    return refused ?? recorded(stored, context, about)
  },

  'incident.remove': async ({ params }, context) => {
    const stored = await forChange(params.id, context)
    if (stored instanceof Refusal) return stored
    await deleteIncident(context.db, stored.key)
    recordRemoved(stored, context)
    return null
  },
} satisfies HandlersPart<typeof incidentEndpoints>
