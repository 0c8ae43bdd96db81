import type { Row } from '../../../contract/core/resource.ts'
import { downtimes as downtimeResource } from '../../../contract/downtimes/downtimes.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import {
  ALL_SCHEDULES,
  changedTimes,
  DOWNTIME_DEFAULTS,
  type DowntimeDraft,
  downtimeOf,
  downtimeProblems,
  isOver,
  MOST_DOWNTIMES,
  pastProblems,
} from '../../../domain/downtimes/downtime-rules.ts'
import { downtimeStatus, windowFrom } from '../../../domain/downtimes/downtime-windows.ts'
import { silencedWords } from '../../../domain/downtimes/downtime-words.ts'
import type { HandlersOf, ProjectContext } from '../../http/context.ts'
import { type ChangeOf, crud } from '../../http/crud.ts'
import { notFound, Refusal } from '../../refusal.ts'
import { namesOf } from '../../store/core/object-names.ts'
import type { Stored } from '../../store/core/objects.ts'
import {
  coveringSchedule,
  type DowntimeDoc,
  downtimes,
  downtimesToCome,
  tieToSchedule,
} from '../../store/downtimes/downtimes.ts'
import { applyDowntime, cutWindows } from '../../store/downtimes/written-windows.ts'
import { schedules } from '../../store/schedules/schedules.ts'

type DowntimeRow = Row<typeof downtimeResource>
type Body = ChangeOf<typeof downtimeResource>

/** A schedule by its id and key; `all` and null for all schedules of the project. */
type Covered = { readonly id: string; readonly key: number | null }

/** The fields of a body, which may be wrapped as creation takes them or as reading returns them. */
const changeOf = ({ meta, schedule, downtime }: Body): DowntimeDraft => ({ ...meta, ...schedule, ...downtime })

const kit = crud(downtimeResource, downtimes, {
  parent: async (id, context): Promise<Covered | Refusal> => {
    if (id === ALL_SCHEDULES) return { id, key: null }
    const key = await scheduleKeyOf(id, context)
    return key === undefined ? notFound('schedule') : { id, key }
  },
  blank: (_, { id }): DowntimeDoc => ({ schedule_id: id, ...DOWNTIME_DEFAULTS.times }),
  name: (draft, before) => changeOf(draft).name?.trim() ?? before ?? DOWNTIME_DEFAULTS.name,
  rules: async (draft, before, context) => {
    const { now } = context
    const change = changeOf(draft)
    const within = draft.downtime ? 'downtime' : 'schedule'
    const times = changedTimes(before ?? DOWNTIME_DEFAULTS.times, change)
    const problems = [...downtimeProblems(change.name, times, within), ...pastProblems(before, times, now, within)]
    const isRevived = before !== null && isOver(before, now) && !isOver(times, now)
    return problems.length === 0 && isRevived ? ((await refuseMore(context, before)) ?? []) : problems
  },
  refuseNew: async (context, { id, key }) => {
    // Locked, so that it is not deleted before its downtime is stored.
    const isThere = key === null || (await schedules.readForChange(context.db, context.project.key, id)) !== undefined
    return isThere ? refuseMore(context, { schedule_id: id }) : notFound('schedule')
  },
  toDoc: (base, draft) => ({ schedule_id: base.schedule_id, ...changedTimes(base, changeOf(draft)) }),
  toRows: async (stored, { db, project, now }) => {
    const names = await namesOf(
      db,
      project.key,
      stored.flatMap(({ doc }) => (doc.schedule_id === ALL_SCHEDULES ? [] : doc.schedule_id)),
    )
    return stored.map((one) => rowOf(one, now, names))
  },
  narrow: (_, { key }) => (key === null ? undefined : coveringSchedule(key)),
  after: async (stored, { parent }, { db, now }) => {
    if (parent) await tieToSchedule(db, stored, parent.key)
    await applyDowntime(db, stored, now)
  },
  beforeRemove: ({ key }, { db, now }) => cutWindows(db, key, now),
})

/** Handlers of downtimes. */
export const downtimeHandlers = (): HandlersOf<(typeof downtimeResource)['endpoints']> => kit.handlers

/** Refuses one more downtime of a schedule, or of all, that is not over; null where there is room. */
const refuseMore = async (
  { db, project, now }: ProjectContext,
  covered: Pick<DowntimeDoc, 'schedule_id'>,
): Promise<Refusal | null> => {
  if ((await downtimesToCome(db, project.key, covered, now)) < MOST_DOWNTIMES) return null
  const place = covered.schedule_id === ALL_SCHEDULES ? 'all schedules' : 'this schedule'
  return new Refusal(
    403,
    'quota',
    `There are ${MOST_DOWNTIMES} downtimes of ${place} that are not over, and there can be no more. Delete one first.`,
  )
}

const scheduleKeyOf = async (id: string, { db, project }: ProjectContext): Promise<number | undefined> =>
  (await schedules.read(db, project.key, id))?.key

const rowOf = (
  { id, name, doc, created, last_update }: Stored<DowntimeDoc>,
  now: number,
  names: ReadonlyMap<string, string>,
): DowntimeRow => {
  const { schedule_id, ...times } = doc
  const downtime = downtimeOf(times)
  const window = windowFrom(downtime, now)
  return {
    id,
    meta: { name, schedule_id, created: formatTime(created), last_update: formatTime(last_update) },
    schedule: times,
    scope: silencedWords(schedule_id === ALL_SCHEDULES ? null : (names.get(schedule_id) ?? schedule_id)),
    status: downtimeStatus(downtime, now),
    next_window: window && { start_time: formatTime(window.startMs), end_time: formatTime(window.endMs) },
  }
}
