import type { Draft, Row } from '../../../contract/core/resource.ts'
import type { schedules as scheduleResource } from '../../../contract/schedules/schedules.ts'
import { REGIONS } from '../../../domain/agents/regions.ts'
import type { Problem } from '../../../domain/core/problem.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import { reconciledRetry } from '../../../domain/schedules/retry-settings.ts'
import { SCHEDULE_DEFAULTS, scheduleProblems } from '../../../domain/schedules/schedule-rules.ts'
import { frequencySeconds } from '../../../domain/schedules/schedule-times.ts'
import type { Handlers, ProjectContext } from '../../http/context.ts'
import { invalid, notFound } from '../../refusal.ts'
import { allLocations } from '../../store/agents/locations.ts'
import type { Stored } from '../../store/core/objects.ts'
import { monitors } from '../../store/monitors/monitors.ts'
import {
  addTargets,
  keepTargets,
  removeTarget,
  type ScheduleDoc,
  type ScheduleFigures,
  scheduleFigures,
  schedules,
} from '../../store/schedules/schedules.ts'
import { syncSlots } from '../../store/schedules/slots.ts'

type ScheduleDraft = Partial<Draft<typeof scheduleResource>>
type ScheduleRow = Row<typeof scheduleResource>
type Names = `schedule.${'list' | 'read' | 'create' | 'update' | 'remove' | 'attach' | 'detach'}`

/** What a schedule is where nobody says otherwise: from everywhere, once a day. */
const newSchedule: ScheduleDoc = {
  tags: [],
  frequency_seconds: frequencySeconds(SCHEDULE_DEFAULTS.frequency) ?? 86_400,
  regions: ['all'],
  locations: [],
  backoff_method: null,
  enabled: SCHEDULE_DEFAULTS.enabled,
}

export const scheduleHandlers = (): Pick<Handlers, Names> => ({
  'schedule.list': async ({ query }, { db, project }) => {
    const page = await schedules.list(db, project.key, query)
    const figures = await scheduleFigures(db, page.rows)
    return {
      meta: { more: page.more, next_cursor: page.next_cursor },
      data: page.rows.map((stored) => rowOf(stored, figures.get(stored.key))),
    }
  },

  'schedule.read': async ({ params }, context) => {
    const stored = await schedules.read(context.db, context.project.key, params.id)
    return stored ? withFigures(stored, context) : notFound('schedule')
  },

  'schedule.create': async ({ body }, context) => {
    const { db, project, now } = context
    const { targetKeys, problems } = await check(body, context)
    if (problems.length > 0) return invalid(problems)
    // Whoever names only locations wants those alone.
    const regions = body.regions ?? (body.locations?.length ? [] : newSchedule.regions)
    const doc = changed({ ...newSchedule, regions }, body)
    const name = body.name?.trim() ?? SCHEDULE_DEFAULTS.name
    const stored = await schedules.create(db, { projectKey: project.key, name, doc, owner: context.actor, now })
    await addTargets(db, stored.key, targetKeys ?? [])
    await syncSlots(db, stored, now)
    context.record({ resource: resourceOf(stored), after: { name, ...doc, targets: body.targets ?? [] } })
    return withFigures(stored, context)
  },

  'schedule.update': async ({ params, body }, context) => {
    const { db, project, now } = context
    const before = await schedules.readForChange(db, project.key, params.id)
    if (!before) return notFound('schedule')
    const { targetKeys, problems } = await check(body, context)
    if (problems.length > 0) return invalid(problems)
    const doc = changed(before.doc, body)
    const name = body.name?.trim() ?? before.name
    const stored = await schedules.update(db, before, { name, doc, now })
    if (targetKeys) {
      await keepTargets(db, stored.key, targetKeys)
      await addTargets(db, stored.key, targetKeys)
    }
    await syncSlots(db, stored, now)
    context.record({
      resource: resourceOf(stored),
      before: { name: before.name, ...before.doc },
      after: { name, ...doc, ...(body.targets && { targets: body.targets }) },
    })
    return withFigures(stored, context)
  },

  'schedule.remove': async ({ params }, context) => {
    const stored = await schedules.readForChange(context.db, context.project.key, params.id)
    if (!stored) return notFound('schedule')
    await schedules.remove(context.db, stored)
    context.record({ resource: resourceOf(stored), before: { name: stored.name, ...stored.doc } })
    return null
  },

  'schedule.attach': async ({ params }, context) => {
    const { db, project, now } = context
    const stored = await schedules.readForChange(db, project.key, params.id)
    if (!stored) return notFound('schedule')
    const target = await monitors.read(db, project.key, params.callId)
    if (!target) return notFound('monitor')
    await addTargets(db, stored.key, [target.key])
    await syncSlots(db, stored, now, [target.key])
    context.record({ resource: resourceOf(stored), after: { attached: target.id } })
    return withFigures(stored, context)
  },

  'schedule.detach': async ({ params }, context) => {
    const { db, project, now } = context
    const stored = await schedules.readForChange(db, project.key, params.id)
    if (!stored) return notFound('schedule')
    const target = await monitors.read(db, project.key, params.callId)
    if (!target || !(await removeTarget(db, stored.key, target.key))) return notFound('target of the schedule')
    await syncSlots(db, stored, now, [target.key])
    context.record({ resource: resourceOf(stored), before: { attached: target.id } })
    return null
  },
})

const resourceOf = (stored: Stored<ScheduleDoc>) => ({ type: 'schedule', id: stored.id, name: stored.name })

const changed = (before: ScheduleDoc, { name: _, targets: __, frequency, ...draft }: ScheduleDraft): ScheduleDoc => ({
  ...before,
  ...draft,
  ...reconciledRetry(before, draft),
  ...(frequency !== undefined && { frequency_seconds: frequencySeconds(frequency) ?? before.frequency_seconds }),
})

/** The rules of a schedule, and that all it names exists: wrong ids must not silently succeed. */
const check = async (
  draft: ScheduleDraft,
  { db, project }: ProjectContext,
): Promise<{ targetKeys: number[] | undefined; problems: Problem[] }> => {
  const problems = scheduleProblems(draft)
  const unknown = (field: string, values: readonly string[] | undefined, known: ReadonlySet<string>, what: string) => {
    for (const [index, value] of (values ?? []).entries())
      if (!known.has(value))
        problems.push({
          field: `${field}[${index}]`,
          code: 'unknown',
          message: `${field}[${index}] must be the id of ${what}; there is none called ${value.slice(0, 128)}.`,
        })
  }
  unknown('regions', draft.regions, new Set(REGIONS.map((region) => region.id)), 'a region')
  if (draft.locations?.length)
    unknown('locations', draft.locations, new Set((await allLocations(db)).map((one) => one.id)), 'a location')
  const found = draft.targets && (await monitors.readMany(db, project.key, draft.targets))
  if (found) unknown('targets', draft.targets, new Set(found.map((target) => target.id)), 'a monitor')
  return { targetKeys: found?.map((target) => target.key), problems }
}

const withFigures = async (stored: Stored<ScheduleDoc>, { db }: ProjectContext): Promise<ScheduleRow> =>
  rowOf(stored, (await scheduleFigures(db, [stored])).get(stored.key))

const rowOf = (
  { id, name, doc, created, last_update }: Stored<ScheduleDoc>,
  figures?: ScheduleFigures,
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
  next_run: figures?.nextRun ? formatTime(figures.nextRun) : null,
  missed: figures?.missed ?? 0,
  overlapped: figures?.overlapped ?? 0,
  created: formatTime(created),
  last_update: formatTime(last_update),
})
