import type { Row } from '../../../contract/core/resource.ts'
import type { downtimes as downtimeResource } from '../../../contract/downtimes/downtimes.ts'
import type { Problem } from '../../../domain/core/problem.ts'
import { formatTime, parseTime } from '../../../domain/core/wire-time.ts'
import {
  ALL_SCHEDULES,
  changedTimes,
  DOWNTIME_DEFAULTS,
  type DowntimeTimes,
  downtimeOf,
  downtimeProblems,
} from '../../../domain/downtimes/downtime-rules.ts'
import { downtimeStatus, windowFrom } from '../../../domain/downtimes/downtime-windows.ts'
import type { HandlersOf, ProjectContext } from '../../http/context.ts'
import { invalid, notFound } from '../../refusal.ts'
import type { Stored } from '../../store/core/objects.ts'
import { applyDowntime, cutWindows } from '../../store/downtimes/downtime-windows.ts'
import { coveringSchedule, type DowntimeDoc, downtimes, tieToSchedule } from '../../store/downtimes/downtimes.ts'
import { schedules } from '../../store/schedules/schedules.ts'

type DowntimeRow = Row<typeof downtimeResource>

/** Handlers of downtimes. */
export const downtimeHandlers = (): HandlersOf<(typeof downtimeResource)['endpoints']> => ({
  'downtime.list': async ({ params, query }, context) => {
    const { db, project, now } = context
    const scheduleKey = await scheduleKeyOf(params.id, context)
    if (scheduleKey === undefined) return notFound('schedule')
    const where = scheduleKey === null ? undefined : coveringSchedule(scheduleKey)
    const page = await downtimes.list(db, project.key, query, where)
    return {
      meta: { more: page.more, next_cursor: page.next_cursor },
      data: page.rows.map((stored) => rowOf(stored, now)),
    }
  },

  'downtime.read': async ({ params }, { db, project, now }) => {
    const stored = await downtimes.read(db, project.key, params.id)
    return stored ? rowOf(stored, now) : notFound('downtime')
  },

  'downtime.create': async ({ params, body }, context) => {
    const { db, project, now } = context
    const scheduleKey = await scheduleKeyOf(params.id, context)
    if (scheduleKey === undefined) return notFound('schedule')
    const times = changedTimes(DOWNTIME_DEFAULTS.times, body.downtime)
    const problems = [...downtimeProblems(body.downtime.name, times), ...pastProblems(times, now, 'downtime')]
    if (problems.length > 0) return invalid(problems)
    const name = body.downtime.name?.trim() ?? DOWNTIME_DEFAULTS.name
    const doc = { schedule_id: params.id, ...times }
    const stored = await downtimes.create(db, { projectKey: project.key, name, doc, owner: context.actor, now })
    await tieToSchedule(db, stored, scheduleKey)
    await applyDowntime(db, stored, now)
    context.record({ resource: resourceOf(stored), after: { name, ...doc } })
    return rowOf(stored, now)
  },

  'downtime.update': async ({ params, body }, context) => {
    const { db, project, now } = context
    const before = await downtimes.readForChange(db, project.key, params.id)
    if (!before) return notFound('downtime')
    const draft = { ...body.meta, ...body.schedule, ...body.downtime }
    const within = body.downtime ? 'downtime' : 'schedule'
    const times = changedTimes(before.doc, draft)
    const problems = [
      ...downtimeProblems(draft.name, times, within),
      ...(isMoved(before.doc, times) ? pastProblems(times, now, within) : []),
    ]
    if (problems.length > 0) return invalid(problems)
    const name = draft.name?.trim() ?? before.name
    const doc = { schedule_id: before.doc.schedule_id, ...times }
    const stored = await downtimes.update(db, before, { name, doc, now })
    await applyDowntime(db, stored, now)
    context.record({
      resource: resourceOf(stored),
      before: { name: before.name, ...before.doc },
      after: { name, ...doc },
    })
    return rowOf(stored, now)
  },

  'downtime.remove': async ({ params }, context) => {
    const { db, project, now } = context
    const stored = await downtimes.readForChange(db, project.key, params.id)
    if (!stored) return notFound('downtime')
    await cutWindows(db, stored.key, now)
    await downtimes.remove(db, stored)
    context.record({ resource: resourceOf(stored), before: { name: stored.name, ...stored.doc } })
    return null
  },
})

const resourceOf = (stored: Stored<DowntimeDoc>) => ({ type: 'downtime', id: stored.id, name: stored.name })

/** The key of a schedule; null for all schedules, undefined for one that does not exist. */
const scheduleKeyOf = async (id: string, { db, project }: ProjectContext): Promise<number | null | undefined> =>
  id === ALL_SCHEDULES ? null : (await schedules.read(db, project.key, id))?.key

const isMoved = (before: DowntimeTimes, { end_time, repeat_days }: DowntimeTimes): boolean =>
  end_time !== before.end_time || repeat_days !== before.repeat_days

/** A downtime that is over before it is saved would do nothing. */
const pastProblems = ({ end_time, repeat_days }: DowntimeTimes, now: number, within: string): Problem[] => {
  const end = parseTime(end_time)
  if (end === null || repeat_days !== 0 || end > now) return []
  const field = `${within}.end_time`
  return [{ field, code: 'range', message: `${field} must be in the future.` }]
}

const rowOf = ({ id, name, doc, created, last_update }: Stored<DowntimeDoc>, now: number): DowntimeRow => {
  const { schedule_id, ...times } = doc
  const downtime = downtimeOf(times)
  const window = windowFrom(downtime, now)
  return {
    id,
    meta: { name, schedule_id, created: formatTime(created), last_update: formatTime(last_update) },
    schedule: times,
    status: downtimeStatus(downtime, now),
    next_window: window && { start_time: formatTime(window.startMs), end_time: formatTime(window.endMs) },
  }
}
