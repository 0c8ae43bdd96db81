import type { trials as trialEndpoints } from '../../../contract/runs/trials.ts'
import { withIds } from '../../../domain/conditions/condition-ids.ts'
import { conditionProblems } from '../../../domain/conditions/condition-rules.ts'
import { expressionEngines } from '../../../domain/conditions/expressions.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import { monitorProblems } from '../../../domain/monitors/monitor-rules.ts'
import type { HandlersOf } from '../../http/context.ts'
import { invalid, notFound, Refusal } from '../../refusal.ts'
import { ONLINE_WITHIN_MS } from '../../scheduler/due-runs.ts'
import type { Services } from '../../services.ts'
import { agentsSeen } from '../../store/agents/agents.ts'
import { type Location, locationsFor } from '../../store/agents/locations.ts'
import { schemaFileProblems } from '../../store/conditions/schema-files.ts'
import type { Db } from '../../store/core/database.ts'
import { fileProblems } from '../../store/files/files.ts'
import { changeMonitor, domainOf, monitors, newMonitor } from '../../store/monitors/monitors.ts'
import { unpackDetail } from '../../store/results/result-store.ts'
import { chosenAuthProblems } from '../auth/chosen-auth.ts'

export const trialHandlers = ({ sealing, dispatch, trials }: Services): HandlersOf<typeof trialEndpoints> => ({
  'trial.start': async ({ body }, context) => {
    const { db, now, project, actor: owner } = context
    const conditions = { meta: {}, conditions: [], ...body.conditions }
    const problems = [
      ...monitorProblems({ request: body.request }),
      ...(await fileProblems(db, project.key, body.request)),
      ...[
        ...conditionProblems(conditions, { engines: expressionEngines }),
        ...(await schemaFileProblems(db, project.key, conditions.conditions)),
      ].map((problem) => ({ ...problem, field: `conditions.${problem.field}` })),
    ]
    const edited = body.monitor_id == null ? null : await monitors.read(db, project.key, body.monitor_id)
    if (edited === undefined) {
      const message = `monitor_id must be the id of a monitor; there is none with the id ${body.monitor_id}.`
      return invalid([{ field: 'monitor_id', code: 'unknown', message }])
    }
    const { doc, problems: secret } = changeMonitor(
      edited?.doc ?? newMonitor,
      { request: body.request, ...(body.workspace !== undefined && { meta: { workspace: body.workspace } }) },
      sealing,
    )
    const auth = await chosenAuthProblems(doc.request, edited?.doc.request ?? null, context)
    if (problems.length + secret.length + auth.length > 0) return invalid([...problems, ...secret, ...auth])
    const location = await locationFor(db, project.key, body.location_id ?? null, now)
    if (location instanceof Refusal) return location
    const name = `${doc.request.method} ${domainOf(doc.request.url) ?? doc.request.url}`.slice(0, 400)
    const judged = {
      meta: { break_on_fail: conditions.meta.break_on_fail ?? false },
      conditions: withIds(conditions.conditions),
    }
    const stored = await trials.start(db, {
      projectKey: project.key,
      name,
      doc: { ...doc, conditions: judged },
      location,
      owner,
      now,
    })
    context.record({
      resource: { type: 'trial', id: stored.id, name },
      after: { request: doc.request, location_id: location.id },
    })
    context.afterCommit(() => dispatch.wake(location.key))
    return { id: stored.id, location_id: location.id }
  },

  'trial.read': async ({ params, query }, { project, signal }) => {
    const news = await trials.news({ projectKey: project.key, id: params.id, known: query.known, signal })
    if (!news) return notFound('trial')
    const { id, doc } = news.trial
    const answer = { id, location_id: doc.run.location_id, state: news.state }
    if (!doc.report) return { ...answer, outcome: null }
    const { id: _, detail, url: __, set_variables: ___, ...figures } = doc.report
    return {
      ...answer,
      outcome: {
        ...figures,
        started: formatTime(Date.parse(figures.started)),
        detail: await unpackDetail(Buffer.from(detail, 'base64')),
      },
    }
  },
})

/** Returns the location with this id, else the first with an agent online; refuses an unknown id. */
const locationFor = async (db: Db, projectKey: number, id: string | null, now: number): Promise<Location | Refusal> => {
  const locations = await locationsFor(db, projectKey)
  if (id !== null) {
    const message = `location_id must be the id of a location; there is none with the id ${id}.`
    return (
      locations.find((location) => location.id === id) ?? invalid([{ field: 'location_id', code: 'unknown', message }])
    )
  }
  const agents = await agentsSeen(db)
  return (
    locations.find(({ key }) => (agents.get(key)?.last_seen ?? 0) > now - ONLINE_WITHIN_MS) ??
    locations[0] ??
    new Refusal(503, 'unavailable', 'No agent has joined yet, so there is no location to run from: try again shortly.')
  )
}
