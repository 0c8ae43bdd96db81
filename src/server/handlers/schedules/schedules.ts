import type { Draft, Row } from '../../../contract/core/resource.ts'
import { schedules as scheduleResource } from '../../../contract/schedules/schedules.ts'
import { REGIONS } from '../../../domain/agents/regions.ts'
import type { Problem } from '../../../domain/core/problem.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import { idleTargets, neverRuns } from '../../../domain/schedules/never-runs.ts'
import { NEVER_RUNS_SENTENCES } from '../../../domain/schedules/never-runs-words.ts'
import { reconciledRetry } from '../../../domain/schedules/retry-settings.ts'
import { SCHEDULE_DEFAULTS, scheduleProblems } from '../../../domain/schedules/schedule-rules.ts'
import { frequencySeconds } from '../../../domain/schedules/schedule-times.ts'
import type { HandlersOf, ProjectContext } from '../../http/context.ts'
import { crud, resourceOf } from '../../http/crud.ts'
import { unknownIds } from '../../http/unknown-ids.ts'
import { notFound, Refusal } from '../../refusal.ts'
import { locationsFor } from '../../store/agents/locations.ts'
import type { Stored } from '../../store/core/objects.ts'
import { downtimesOf } from '../../store/downtimes/downtimes.ts'
import { applyHours } from '../../store/schedules/hours.ts'
import { type RunScope, runScopes } from '../../store/schedules/run-scopes.ts'
import {
  addTargets,
  removeOtherTargets,
  removeTarget,
  type ScheduleDoc,
  type ScheduleFigures,
  scheduleFigures,
  schedules,
} from '../../store/schedules/schedules.ts'
import { syncSlots } from '../../store/schedules/slots.ts'
import { workflows } from '../../store/workflows/workflows.ts'
import { A_TARGET, type Target, targetNamed, targetsNamed } from './targets.ts'

type ScheduleDraft = Partial<Draft<typeof scheduleResource>>
type ScheduleRow = Row<typeof scheduleResource>

/** What a schedule is where nobody says otherwise: from everywhere, once a day. */
const newSchedule: ScheduleDoc = {
  tags: [],
  frequency_seconds: frequencySeconds(SCHEDULE_DEFAULTS.frequency) ?? 86_400,
  regions: ['all'],
  locations: [],
  backoff_method: null,
  enabled: SCHEDULE_DEFAULTS.enabled,
}

const kit = crud(scheduleResource, schedules, {
  // A draft that names only locations runs from those alone.
  blank: ({ regions, locations }) => ({
    ...newSchedule,
    regions: regions ?? (locations?.length ? [] : newSchedule.regions),
  }),
  name: ({ name }, before) => name?.trim() ?? before ?? SCHEDULE_DEFAULTS.name,
  rules: scheduleProblems,
  resolve: (draft, _, context) => resolve(draft, context),
  toDoc: (base, { name: _, targets: __, frequency, ...draft }) => ({
    ...base,
    ...draft,
    ...reconciledRetry(base, draft),
    ...(frequency !== undefined && { frequency_seconds: frequencySeconds(frequency) ?? base.frequency_seconds }),
  }),
  toRows: async (stored, { db, now }) => {
    const figures = await scheduleFigures(db, stored)
    const scopes = await runScopes(db, stored)
    return stored.map((one) => rowOf(one, { figures: figures.get(one.key), scope: scopes.get(one.key) }, now))
  },
  after: async (stored, { before, found: targetKeys }, { db, now }) => {
    if (targetKeys && before) await removeOtherTargets(db, stored.key, targetKeys)
    if (targetKeys) await addTargets(db, stored.key, targetKeys)
    await syncSlots(db, stored, now)
    await applyHours(db, stored, before?.doc, now)
  },
  audited: ({ targets }) => ({ targets }),
  // They are deleted with it by the database; the audit log and live events name each.
  beforeRemove: async ({ key }, context) => {
    for (const { id, name, doc } of await downtimesOf(context.db, context.project.key, key))
      context.record({ resource: { type: 'downtime', id, name }, before: { name, ...doc } })
  },
})

type ScheduleHandlers = HandlersOf<(typeof scheduleResource)['endpoints']>

export const scheduleHandlers = (): ScheduleHandlers => ({
  ...kit.handlers,
  'schedule.attach': async ({ params }, context) =>
    attach(params.id, await targetNamed(context.db, context.project.key, params.callId), 'monitor', context),
  'schedule.detach': async ({ params }, context) =>
    detach(params.id, await targetNamed(context.db, context.project.key, params.callId), context),
  'schedule.attach-workflow': async ({ params }, context) =>
    attach(params.id, await workflows.read(context.db, context.project.key, params.workflowId), 'workflow', context),
  'schedule.detach-workflow': async ({ params }, context) =>
    detach(params.id, await workflows.read(context.db, context.project.key, params.workflowId), context),
})

/** Adds a target to a schedule. */
const attach = async (id: string, target: Target | undefined, noun: string, context: ProjectContext) => {
  const { db, now } = context
  const stored = await kit.forChange(id, context)
  if (stored instanceof Refusal) return stored
  if (!target) return notFound(noun)
  await addTargets(db, stored.key, [target.key])
  await syncSlots(db, stored, now, [target.key])
  context.record({ resource: resourceOf(scheduleResource, stored), after: { attached: target.id } })
  return kit.row(stored, context)
}

/** Removes a target from a schedule. */
const detach = async (id: string, target: Target | undefined, context: ProjectContext) => {
  const { db, now } = context
  const stored = await kit.forChange(id, context)
  if (stored instanceof Refusal) return stored
  if (!target || !(await removeTarget(db, stored.key, target.key))) return notFound('target of the schedule')
  await syncSlots(db, stored, now, [target.key])
  context.record({ resource: resourceOf(scheduleResource, stored), before: { attached: target.id } })
  return null
}

/** Reports every id of a draft that names nothing: wrong ids must not silently succeed. */
const resolve = async (
  draft: ScheduleDraft,
  { db, project }: ProjectContext,
): Promise<{ found: number[] | undefined; problems: Problem[] }> => {
  const problems = [
    ...unknownIds('regions', draft.regions, REGIONS, 'a region'),
    ...(draft.locations?.length
      ? unknownIds('locations', draft.locations, await locationsFor(db, project.key), 'a location')
      : []),
  ]
  const found = draft.targets && (await targetsNamed(db, project.key, draft.targets))
  const unknown = found ? unknownIds('targets', draft.targets, found, A_TARGET) : []
  return { found: found?.map((target) => target.key), problems: [...problems, ...unknown] }
}

const reasonsOf = ({ rests, nextRun }: ScheduleFigures, scope: RunScope, now: number): ScheduleRow['never_runs'] =>
  neverRuns({ ...scope, rests, next: nextRun }, now).map((reason) => ({
    reason,
    message: NEVER_RUNS_SENTENCES[reason],
  }))

const rowOf = (
  { id, name, doc, created, last_update }: Stored<ScheduleDoc>,
  { figures, scope }: { figures: ScheduleFigures | undefined; scope: RunScope | undefined },
  now: number,
): ScheduleRow => ({
  id,
  name,
  tags: doc.tags,
  frequency: doc.frequency_seconds,
  regions: doc.regions,
  locations: doc.locations,
  targets: figures?.targets ?? [],
  backoff_method: doc.backoff_method,
  enabled: doc.enabled,
  business_hours: doc.business_hours ?? null,
  next_run: figures?.nextRun ? formatTime(figures.nextRun) : null,
  never_runs: doc.enabled && figures && scope ? reasonsOf(figures, scope, now) : [],
  idle_targets: doc.enabled && scope ? idleTargets(scope) : 0,
  target_counts: scope?.counts ?? { monitors: 0, browser_tests: 0, workflows: 0 },
  missed: figures?.missed ?? 0,
  overlapped: figures?.overlapped ?? 0,
  created: formatTime(created),
  last_update: formatTime(last_update),
})
