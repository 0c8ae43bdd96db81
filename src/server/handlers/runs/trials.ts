import type { trials as trialEndpoints } from '../../../contract/runs/trials.ts'
import { conditionProblems } from '../../../domain/conditions/condition-rules.ts'
import { expressionEngines } from '../../../domain/conditions/expressions.ts'
import { monitorProblems } from '../../../domain/monitors/monitor-rules.ts'
import type { HandlersOf } from '../../http/context.ts'
import { invalid, notFound, Refusal } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import { schemaFileProblems } from '../../store/conditions/schema-files.ts'
import { fileProblems } from '../../store/files/files.ts'
import { changeMonitor, domainOf, monitors, newMonitor } from '../../store/monitors/monitors.ts'
import { chosenAuthProblems } from '../auth/chosen-auth.ts'
import { locationForTrial } from './trial-location.ts'
import { outcomeOf, startWorkflowTrial, triedSteps } from './workflow-trials.ts'

export const trialHandlers = (services: Services): HandlersOf<typeof trialEndpoints> => {
  const { sealing, dispatch, trials } = services
  return {
    'trial.start-workflow': startWorkflowTrial(services),

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
      const location = await locationForTrial(db, project.key, body.location_id ?? null, now)
      if (location instanceof Refusal) return location
      const name = `${doc.request.method} ${domainOf(doc.request.url) ?? doc.request.url}`.slice(0, 400)
      const judged = {
        meta: { break_on_fail: conditions.meta.break_on_fail ?? false },
        conditions: conditions.conditions.map((each, index) => ({ ...each, id: each.id ?? `c${index + 1}` })),
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
      const { steps, ...report } = doc.report
      const outcome = await outcomeOf(report)
      // The result detail names the steps of a workflow, those that have no report too.
      return { ...answer, outcome, ...(outcome.detail.steps && { steps: await triedSteps(steps ?? [], outcome) }) }
    },
  }
}
