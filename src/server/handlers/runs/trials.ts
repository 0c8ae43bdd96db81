import type { BodyOf } from '../../../contract/core/endpoint.ts'
import type { trials as trialEndpoints } from '../../../contract/runs/trials.ts'
import { NEW_NUMERIC_TEXTS } from '../../../domain/conditions/comparison.ts'
import { withIds } from '../../../domain/conditions/condition-ids.ts'
import { conditionProblems } from '../../../domain/conditions/condition-rules.ts'
import { expressionEngines } from '../../../domain/conditions/expressions.ts'
import { vitalProblems } from '../../../domain/conditions/vital-conditions.ts'
import { cutText } from '../../../domain/core/cut-text.ts'
import { type Problem, problem } from '../../../domain/core/problem.ts'
import { browserTestProblems } from '../../../domain/monitors/browser-test-rules.ts'
import { monitorProblems } from '../../../domain/monitors/monitor-rules.ts'
import type { HandlersOf, ProjectContext } from '../../http/context.ts'
import { invalid, notFound, Refusal } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import { schemaFileProblems } from '../../store/conditions/schema-files.ts'
import type { Stored } from '../../store/core/objects.ts'
import type { SecretCipher } from '../../store/core/secret-cipher.ts'
import type { RunColumns } from '../../store/core/tables.ts'
import { fileProblems } from '../../store/files/files.ts'
import { changeBrowserTest, newBrowserTest } from '../../store/monitors/browser-tests.ts'
import { changeMonitor, domainOf, type MonitorDoc, monitors, newMonitor } from '../../store/monitors/monitors.ts'
import { picturesOf } from '../../store/results/result-pictures.ts'
import { TRIAL_SOURCE, type TrialDoc, trials as trialStore } from '../../store/runs/trials.ts'
import { chosenAuthProblems } from '../auth/chosen-auth.ts'
import { pictureAnswer } from '../results/result-picture.ts'
import { locationForTrial } from './trial-location.ts'
import { outcomeOf, triedSteps } from './workflow-trials.ts'

export const trialHandlers = ({
  sealing,
  dispatch,
  trials,
}: Services): HandlersOf<Omit<typeof trialEndpoints, 'trial.start-workflow'>> => ({
  'trial.start': async ({ body }, context) => {
    const { db, now, project, actor: owner } = context
    const conditions = { meta: {}, conditions: [], ...body.conditions }
    const edited = body.monitor_id == null ? null : await monitors.read(db, project.key, body.monitor_id)
    if (edited === undefined) {
      const message = `monitor_id must be the id of a monitor; there is none with the id ${body.monitor_id}.`
      return invalid([{ field: 'monitor_id', code: 'unknown', message }])
    }
    const tried = await triedMonitor(body, edited, sealing, context)
    const problems = [
      ...tried.problems,
      ...[
        ...conditionProblems(conditions, { engines: expressionEngines }),
        ...(tried.doc.setup ? [] : vitalProblems(conditions.conditions)),
        ...(await schemaFileProblems(db, project.key, conditions.conditions)),
      ].map((problem) => ({ ...problem, field: `conditions.${problem.field}` })),
    ]
    if (problems.length > 0) return invalid(problems)
    const { doc } = tried
    const location = await locationForTrial(db, project.key, { id: body.location_id ?? null, doc, now })
    if (location instanceof Refusal) return location
    const method = doc.setup ? 'Browser test of' : doc.request.method
    const name = cutText(`${method} ${domainOf(doc.request.url) ?? doc.request.url}`, 400)
    const judged = {
      meta: {
        break_on_fail: conditions.meta.break_on_fail ?? false,
        numeric_texts: conditions.meta.numeric_texts ?? NEW_NUMERIC_TEXTS,
      },
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
      after: { request: doc.request, ...(doc.setup && { setup: doc.setup }), location_id: location.id },
    })
    context.afterCommit(() => dispatch.wake(location.key))
    return { id: stored.id, location_id: location.id }
  },

  'trial.screenshot': async ({ params, query }, { db, project }) => {
    const trial = await trialStore.read(db, project.key, params.id)
    return trial ? pictureAnswer(db, runOfTrial(trial), query.step) : notFound('trial')
  },

  'trial.read': async ({ params, query }, { db, project, signal }) => {
    const news = await trials.news({ projectKey: project.key, id: params.id, known: query.known, signal })
    if (!news) return notFound('trial')
    const { id, doc } = news.trial
    const pictures = 'setup' in doc && doc.setup ? await picturesOf(db, runOfTrial(news.trial)) : []
    const answer = { id, location_id: doc.run.location_id, state: news.state, pictures }
    if (!doc.report) return { ...answer, outcome: null }
    const { steps, ...report } = doc.report
    const outcome = await outcomeOf(report)
    // The result detail names the steps of a workflow, those that have no report too.
    return { ...answer, outcome, ...(outcome.detail.steps && { steps: await triedSteps(steps ?? [], outcome) }) }
  },
})

type Tried = Pick<MonitorDoc, 'meta' | 'request' | 'conditions' | 'setup'>

/** The monitor that is tried: a call or a browser test, over the stored one that it is an edit of. */
const triedMonitor = async (
  { request, setup, workspace }: BodyOf<(typeof trialEndpoints)['trial.start']>,
  edited: Stored<MonitorDoc> | null,
  sealing: SecretCipher,
  context: ProjectContext,
): Promise<{ doc: Tried; problems: Problem[] }> => {
  const { db, project } = context
  const of = workspace !== undefined ? { workspace } : {}
  if (setup) {
    const before = edited?.doc.setup ? edited.doc : newBrowserTest
    const { doc, problems } = changeBrowserTest(before, { ...setup, ...of }, sealing)
    const both = request
      ? [problem('request', 'forbidden', 'must be left out: only one of request and setup is run.')]
      : []
    return { doc, problems: [...both, ...browserTestProblems(setup, 'setup.'), ...problems.map(inSetup)] }
  }
  const before = edited && !edited.doc.setup ? edited.doc : newMonitor
  if (!request)
    return {
      doc: before,
      problems: [problem('request', 'required', 'must be the call to run, or setup a browser test.')],
    }
  const { doc, problems } = changeMonitor(before, { request, meta: of }, sealing)
  return {
    doc,
    problems: [
      ...monitorProblems({ request }),
      ...(await fileProblems(db, project.key, request)),
      ...problems,
      ...(await chosenAuthProblems(doc.request, edited?.doc.request ?? null, context)),
    ],
  }
}

const inSetup = (one: Problem): Problem => ({
  ...one,
  field: `setup.${one.field}`,
  message: one.message.replaceAll(one.field, `setup.${one.field}`),
})

const runOfTrial = ({ key, doc: { run } }: Stored<Pick<TrialDoc, 'run'>>): RunColumns => ({
  target_key: key,
  due: run.due,
  location_key: run.location_key,
  source: TRIAL_SOURCE,
  attempt: 0,
})
