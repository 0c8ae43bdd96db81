import { sql } from 'kysely'
import type { ProductContract } from '../../../contract/contract.ts'
import type { AnswerOf } from '../../../contract/core/endpoint.ts'
import type { samples } from '../../../contract/onboarding/samples.ts'
import { holds } from '../../../domain/core/access.ts'
import type { Problem } from '../../../domain/core/problem.ts'
import {
  SAMPLE_SCHEDULE,
  SAMPLE_TAG,
  type SampleMonitor,
  sampleDraft,
  sampleMonitors,
} from '../../../domain/onboarding/sample-monitors.ts'
import { sampleWorkflow, workflowMonitors } from '../../../domain/onboarding/sample-workflow.ts'
import type { Project } from '../../access/caller.ts'
import { requestRun, withdrawJobs } from '../../dispatch/on-demand.ts'
import type { HandlersOf, ProjectContext } from '../../http/context.ts'
import { invalid, Refusal } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import { allLocations } from '../../store/agents/locations.ts'
import type { Stored } from '../../store/core/objects.ts'
import { archiveMonitor } from '../../store/monitors/deleted-monitors.ts'
import { changeMonitor, type MonitorDoc, monitors, newMonitor } from '../../store/monitors/monitors.ts'
import { addTargets, type ScheduleDoc, schedules } from '../../store/schedules/schedules.ts'
import { syncSlots } from '../../store/schedules/slots.ts'
import { newWorkflow, storeSettings, type WorkflowDoc, workflows } from '../../store/workflows/workflows.ts'
import { refuseMonitors } from '../monitors/monitor-quota.ts'
import { listOfAccount } from '../projects/project-list.ts'

type Installed = AnswerOf<ProductContract['sample.import']>['projects'][number]
type Named = Installed['created'][number]

/** Location of the embedded agent: the only one that reaches the sample API, which is on this computer. */
const EMBEDDED_LOCATION = 'local'

export const sampleHandlers = (services: Services): HandlersOf<typeof samples> => ({
  'sample.import': async ({ body }, context) => {
    const projects = await projectsOf(body.project_ids, context)
    if (projects instanceof Refusal) return projects
    const installed: Installed[] = []
    for (const project of projects) {
      const made = await install(services, context, { project, kind: body.kind ?? 'basic' })
      if (made instanceof Refusal) return made
      installed.push(made)
    }
    return { projects: installed }
  },

  'sample.remove': async (_, context) => {
    const { db, project } = context
    const removed: Named[] = []
    for (const stored of await sampleMonitorsIn(context, project)) {
      if (!stored.doc.meta.tags.includes(SAMPLE_TAG)) continue
      await withdrawJobs(db, stored.key)
      await archiveMonitor(db, stored, context.now)
      await monitors.remove(db, stored)
      removed.push(named('monitor', stored))
      context.record({ resource: named('monitor', stored), before: stored.doc })
    }
    for (const stored of await sampleWorkflowsIn(context, project)) {
      if (!stored.doc.meta.tags.includes(SAMPLE_TAG)) continue
      await withdrawJobs(db, stored.key)
      await workflows.remove(db, stored)
      removed.push(named('workflow', stored))
      context.record({ resource: named('workflow', stored), before: stored.doc })
    }
    for (const stored of await sampleSchedulesIn(context, project)) {
      await schedules.remove(db, stored)
      removed.push(named('schedule', stored))
      context.record({ resource: named('schedule', stored), before: { name: stored.name, ...stored.doc } })
    }
    return { removed }
  },
})

/** Returns the projects with these ids without duplicates; refuses ids that the caller may not edit, whether they exist or not. */
const projectsOf = async (ids: readonly string[], context: ProjectContext): Promise<Project[] | Refusal> => {
  const { caller, db, project } = context
  const wanted = [...new Set(ids)]
  const listed =
    caller.kind === 'account' && wanted.some((id) => id !== project.id)
      ? await listOfAccount(db, caller, context.now)
      : null
  const editable = new Set(
    (listed?.projects ?? []).filter((one) => holds(one.access_level, 'edit')).map((one) => one.project.id),
  ).add(project.id)
  const problems = wanted
    .filter((id) => !editable.has(id))
    .map((id): Problem => {
      const field = `project_ids[${ids.indexOf(id)}]`
      return {
        field,
        code: 'unknown',
        message: `${field} must be the id of a project in which you may edit monitors.`,
      }
    })
  if (problems.length > 0) return invalid(problems)
  const rows = await db.selectFrom('project').select(['key', 'id', 'org_id']).where('id', 'in', wanted).execute()
  return rows.map((row) => ({ key: row.key, id: row.id, orgId: row.org_id }))
}

const named = (type: Named['type'], { id, name }: { id: string; name: string }): Named => ({ type, id, name })

/** Returns the imported monitors of a project, oldest first, even if they were edited since. */
const sampleMonitorsIn = async ({ db }: ProjectContext, { key }: Project): Promise<Stored<MonitorDoc>[]> =>
  (await monitors.list(db, key, { limit: 1000 }, sql<boolean>`doc ? 'sample'`)).rows.reverse()

const sampleSchedulesIn = async ({ db }: ProjectContext, { key }: Project): Promise<Stored<ScheduleDoc>[]> =>
  (await schedules.all(db, key)).filter(({ doc }) => doc.tags.includes(SAMPLE_TAG)).reverse()

const sampleWorkflowsIn = async ({ db }: ProjectContext, { key }: Project): Promise<Stored<WorkflowDoc>[]> =>
  (await workflows.list(db, key, { limit: 1000 }, sql<boolean>`doc ? 'sample'`)).rows.reverse()

type Kind = 'basic' | 'workflows'

/** Creates missing samples in a project, schedules them, and runs them once. Of a workflow's monitors, only the workflow is run. */
const install = async (
  services: Services,
  context: ProjectContext,
  { project, kind }: { project: Project; kind: Kind },
): Promise<Installed | Refusal> => {
  const { db, now, actor: owner } = context
  // Otherwise two concurrent imports would both create the samples.
  await sql`select pg_advisory_xact_lock(hashtextextended('samples ' || ${project.id}, 1))`.execute(db)
  const samples: readonly SampleMonitor[] = kind === 'workflows' ? workflowMonitors : sampleMonitors
  const there = (await sampleMonitorsIn(context, project)).filter(({ doc }) =>
    samples.some(({ slug }) => slug === doc.sample),
  )
  const missing = samples.filter(({ slug }) => !there.some(({ doc }) => doc.sample === slug))
  const refused = await refuseMonitors(services, db, project.key, missing.length)
  if (refused) return refused
  const made: Stored<MonitorDoc>[] = []
  for (const sample of missing) {
    const doc = docOf(sample, services)
    const stored = await monitors.create(db, { projectKey: project.key, name: sample.name, doc, owner, now })
    context.record({ resource: named('monitor', stored), after: doc, project })
    made.push(stored)
  }
  const [known] = await sampleSchedulesIn(context, project)
  const schedule = known ?? (await createSchedule(context, project))
  const workflow = kind === 'workflows' ? await installWorkflow(context, project, [...there, ...made]) : null
  const targets = workflow ? (workflow.isNew ? [workflow.stored] : []) : known ? made : [...there, ...made]
  await addTargets(
    db,
    schedule.key,
    targets.map(({ key }) => key),
  )
  await syncSlots(db, schedule, now)
  if (workflow?.isNew) await runOnce(services, context, { ...workflow.stored, doc: {} })
  else if (!workflow) for (const target of made) await runOnce(services, context, target)
  const ofWorkflow = (isNew: boolean) =>
    workflow && workflow.isNew === isNew ? [named('workflow', workflow.stored)] : []
  return {
    project_id: project.id,
    created: [
      ...made.map((one) => named('monitor', one)),
      ...ofWorkflow(true),
      ...(known ? [] : [named('schedule', schedule)]),
    ],
    existing: [
      ...there.map((one) => named('monitor', one)),
      ...ofWorkflow(false),
      ...(known ? [named('schedule', known)] : []),
    ],
  }
}

/** Creates the sample workflow of these monitors, unless the project has it. */
const installWorkflow = async (
  context: ProjectContext,
  project: Project,
  steps: readonly Stored<MonitorDoc>[],
): Promise<{ stored: Stored<WorkflowDoc>; isNew: boolean }> => {
  const { db, now, actor: owner } = context
  const [known] = await sampleWorkflowsIn(context, project)
  if (known) return { stored: known, isNew: false }
  const { slug, name, description } = sampleWorkflow
  const doc: WorkflowDoc = {
    meta: { ...newWorkflow.meta, description, tags: [SAMPLE_TAG] },
    workflow: {
      ...newWorkflow.workflow,
      steps: workflowMonitors.flatMap(({ slug, teardown = false }) => {
        const step = steps.find(({ doc }) => doc.sample === slug)
        return step ? [{ call_id: step.id, teardown }] : []
      }),
    },
    sample: slug,
  }
  const stored = await workflows.create(db, { projectKey: project.key, name, doc, owner, now })
  await storeSettings(db, stored)
  context.record({ resource: named('workflow', stored), after: doc, project })
  return { stored, isNew: true }
}

const docOf = (sample: SampleMonitor, { sealing, sampleUrl }: Services): MonitorDoc => {
  const { doc } = changeMonitor(newMonitor, sampleDraft(sample, sampleUrl), sealing)
  const conditions = sample.conditions.map((condition, index) => ({ ...condition, id: `c${index + 1}` }))
  return { ...doc, sample: sample.slug, conditions: { meta: { ...doc.conditions.meta }, conditions } }
}

/** Creates the sample schedule. Only the embedded agent reaches the sample API, so its location is the only one if it exists. */
const createSchedule = async (context: ProjectContext, project: Project): Promise<Stored<ScheduleDoc>> => {
  const { db, now, actor: owner } = context
  const isHere = (await allLocations(db)).some(({ id }) => id === EMBEDDED_LOCATION)
  const doc: ScheduleDoc = {
    tags: [SAMPLE_TAG],
    frequency_seconds: SAMPLE_SCHEDULE.frequencySeconds,
    regions: isHere ? [] : ['all'],
    locations: isHere ? [EMBEDDED_LOCATION] : [],
    backoff_method: null,
    enabled: true,
  }
  const { name } = SAMPLE_SCHEDULE
  const stored = await schedules.create(db, { projectKey: project.key, name, doc, owner, now })
  context.record({ resource: named('schedule', stored), after: { name, ...doc }, project })
  return stored
}

/** Starts a first run now, so that there is something to see before the schedule runs; does nothing without an agent. */
const runOnce = async (
  { dispatch, sealing }: Services,
  context: ProjectContext,
  target: Pick<Stored<Pick<MonitorDoc, 'setup'>>, 'key' | 'project_key' | 'doc'>,
): Promise<void> => {
  const { db, now } = context
  const run = await requestRun(db, {
    target,
    locationId: null,
    delayMs: 0,
    variables: {},
    sealing,
    trigger: 'manual',
    now,
  })
  if (!(run instanceof Refusal)) context.afterCommit(() => dispatch.wake(run.location_key))
}
