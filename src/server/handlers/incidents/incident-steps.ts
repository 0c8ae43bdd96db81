import type { IncidentState } from '../../../contract/incidents/incident-words.ts'
import type { incidents as incidentEndpoints } from '../../../contract/incidents/incidents.ts'
import { problem } from '../../../domain/core/problem.ts'
import { incidentProblems } from '../../../domain/incidents/incident-rules.ts'
import type { HandlersPart, ProjectContext } from '../../http/context.ts'
import { invalid, Refusal } from '../../refusal.ts'
import { INVESTIGATING, incidentStates, RESOLVED } from '../../store/incidents/incident-codes.ts'
import { addUpdates } from '../../store/incidents/incident-updates.ts'
import { changeIncident, type StoredIncident, storedIncident } from '../../store/incidents/incidents.ts'
import { mergeIncidents } from '../../store/incidents/merge-incidents.ts'
import { change, forChange, recorded } from './incident-change.ts'

const resolvedAlready = new Refusal(409, 'conflict', 'This incident is resolved already.')
const isResolved = new Refusal(409, 'conflict', 'This incident is resolved: reopen it to change its state.')

type Update = { readonly text: string; readonly isPublic: boolean; readonly state: number }

/** Posts an update, and moves the incident to its state. */
const post = async (stored: StoredIncident, { text, isPublic, state }: Update, context: ProjectContext) => {
  const { db, actor, now } = context
  await addUpdates(db, [
    { incident_key: stored.key, time: now, state, text: text.trim(), author: actor, is_public: isPublic },
  ])
  const ended = state === RESOLVED ? (stored.ended ?? Math.max(now, stored.begun)) : null
  await change(context, stored, { state, ended })
  return recorded(stored, context, { text: text.trim(), public: isPublic })
}

const codeOf = (state: IncidentState | undefined, stored: StoredIncident): number =>
  state === undefined ? stored.state : incidentStates.code(state)

/** Updates, states, merging and publication of incidents. */
export const incidentSteps = {
  'incident.post': async ({ params, body }, context) => {
    const stored = await forChange(params.id, context)
    if (stored instanceof Refusal) return stored
    const problems = incidentProblems(body, { now: context.now, ended: null })
    if (problems.length > 0) return invalid(problems)
    const state = codeOf(body.state, stored)
    if (stored.ended !== null && state !== RESOLVED) return isResolved
    if (stored.ended !== null && body.state === 'resolved') return resolvedAlready
    return post(stored, { text: body.text, isPublic: body.public ?? false, state }, context)
  },

  'incident.resolve': async ({ params, body }, context) => {
    const stored = await forChange(params.id, context)
    if (stored instanceof Refusal) return stored
    const problems = incidentProblems(body, { now: context.now, ended: null })
    if (problems.length > 0) return invalid(problems)
    if (stored.ended !== null) return resolvedAlready
    return post(stored, { text: body.text ?? 'Resolved.', isPublic: body.public ?? false, state: RESOLVED }, context)
  },

  'incident.reopen': async ({ params, body }, context) => {
    const stored = await forChange(params.id, context)
    if (stored instanceof Refusal) return stored
    const problems = incidentProblems(body, { now: context.now, ended: null })
    if (problems.length > 0) return invalid(problems)
    if (stored.ended === null) return new Refusal(409, 'conflict', 'This incident is not resolved.')
    const update = { text: body.text ?? 'Reopened.', isPublic: body.public ?? false, state: INVESTIGATING }
    return post(stored, update, context)
  },

  'incident.merge': async ({ params, body }, context) => {
    const stored = await forChange(params.id, context)
    if (stored instanceof Refusal) return stored
    const { db, project, actor, now } = context
    if (body.into === params.id) return invalid([problem('into', 'invalid', 'must be another incident.')])
    const into = await storedIncident(db, project.key, body.into)
    if (!into) return invalid([problem('into', 'unknown', 'must be the id of an incident of this project.')])
    if (into.merged_into !== null)
      return new Refusal(409, 'conflict', 'The other incident was merged itself: merge into that one.')
    if (into.ended !== null && stored.ended === null)
      return new Refusal(409, 'conflict', 'The other incident is resolved and this one is not: reopen the other first.')
    await mergeIncidents(db, stored, into, now)
    await changeIncident(db, into, { begun: Math.min(into.begun, stored.begun) }, now)
    await addUpdates(db, [
      {
        incident_key: into.key,
        time: now,
        state: into.state,
        text: `Merged with “${stored.title}”.`,
        author: actor,
        is_public: false,
      },
    ])
    context.tell({ type: 'object', kind: 'incident', id: stored.id, change: 'removed', by: actor })
    return recorded(into, context, { merged: { id: stored.id, title: stored.title } })
  },

  'incident.publish': async ({ params }, context) => {
    const stored = await forChange(params.id, context)
    if (stored instanceof Refusal) return stored
    if (stored.published === null) await change(context, stored, { published: context.now })
    return recorded(stored, context)
  },

  'incident.unpublish': async ({ params }, context) => {
    const stored = await forChange(params.id, context)
    if (stored instanceof Refusal) return stored
    if (stored.published !== null) await change(context, stored, { published: null })
    return recorded(stored, context)
  },
} satisfies HandlersPart<typeof incidentEndpoints>
