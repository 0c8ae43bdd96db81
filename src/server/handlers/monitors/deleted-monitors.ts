import type { deletedMonitorList } from '../../../contract/monitors/deleted-monitors.ts'
import type { monitors as monitorResource } from '../../../contract/monitors/monitors.ts'
import { circleWords } from '../../../domain/alerts/dependency-circle.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import type { HandlersOf, HandlersPart, ProjectContext } from '../../http/context.ts'
import { type Crud, resourceOf } from '../../http/crud.ts'
import { notFound, Refusal } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import {
  addDependency,
  circleOf,
  type Dependency,
  dependenciesOf,
  dependentsOf,
} from '../../store/alerts/dependencies.ts'
import { keyOfCursor } from '../../store/core/key-cursor.ts'
import { lockTargets } from '../../store/core/target-locks.ts'
import {
  deletedMonitors,
  leaveDependencies,
  RESTORABLE_MS,
  type RestoredMonitor,
  restoreMonitor,
} from '../../store/monitors/deleted-monitors.ts'
import { type MonitorDoc, monitors } from '../../store/monitors/monitors.ts'
import { addTargets, schedules } from '../../store/schedules/schedules.ts'
import { syncSlots } from '../../store/schedules/slots.ts'
import { refuseMonitors } from './monitor-quota.ts'

const PAGE = 100

/** Lists and restores deleted monitors. */
export const deletedMonitorHandlers = (
  services: Services,
  kit: Crud<typeof monitorResource, MonitorDoc>,
): HandlersOf<typeof deletedMonitorList> &
  Pick<Required<HandlersPart<(typeof monitorResource)['endpoints']>>, 'monitor.restore'> => ({
  'deleted-monitor.list': async ({ query }, { db, project, now }) => {
    const { limit = PAGE, cursor, search = '' } = query
    const before = keyOfCursor(cursor, { base: 36 })
    const rows = await deletedMonitors(db, project.key, { before, limit: limit + 1, now, search: search.trim() })
    const page = rows.slice(0, limit)
    const more = rows.length > page.length
    const last = page.at(-1)
    return {
      meta: { more, next_cursor: more && last ? last.seq.toString(36) : null },
      data: page.map(({ id, name, url, tags, deleted }) => ({
        id,
        name,
        url,
        tags,
        deleted: formatTime(deleted),
        restorable_until: formatTime(deleted + RESTORABLE_MS),
      })),
    }
  },

  'monitor.restore': async ({ params }, context) => {
    const { db, project, now } = context
    if (await monitors.read(db, project.key, params.id))
      return new Refusal(409, 'conflict', 'This monitor is not deleted, so there is nothing to restore.')
    const full = await refuseMonitors(services, db, project.key)
    if (full) return full
    const back = await restoreMonitor(db, project.key, params.id, now)
    const stored = back && (await monitors.read(db, project.key, params.id))
    if (!back || !stored) return notFound('deleted monitor')
    const targetOf = await restoreTargets(context, stored.key, back.scheduleKeys)
    const { dependsOn: upstream, dependents, leftOut } = await restoreDependencies(context, stored.key, back)
    context.record({
      resource: resourceOf({ name: 'monitor' }, stored),
      after: {
        schedules: targetOf,
        ...(upstream.length > 0 && { depends_on: upstream }),
        ...(dependents.length > 0 && { dependents }),
        ...(leftOut.length > 0 && { left_out_circles: leftOut }),
      },
    })
    return kit.row(stored, context)
  },
})

/** Adds a monitor to the schedules that ran it and still exist; returns their names. */
const restoreTargets = async (
  { db, project, now }: ProjectContext,
  targetKey: number,
  scheduleKeys: readonly number[],
): Promise<string[]> => {
  const names: string[] = []
  for (const { key, id } of await schedules.all(db, project.key)) {
    // Locked as by every change: one that is disabled or deleted at the same moment must not get slots.
    const schedule = scheduleKeys.includes(key) ? await schedules.readForChange(db, project.key, id) : undefined
    if (!schedule) continue
    await addTargets(db, key, [targetKey])
    await syncSlots(db, schedule, now, [targetKey])
    names.push(schedule.name)
  }
  return names
}

/**
 * Adds the dependencies that the deletion removed, in both directions, except those that would lead back to their beginning through
 * dependencies that were made since; returns the names of what the monitor depends on, and of what depends on it, and the circles.
 */
const restoreDependencies = async (
  { db, project }: ProjectContext,
  key: number,
  back: RestoredMonitor,
): Promise<{ dependsOn: string[]; dependents: string[]; leftOut: string[] }> => {
  // All dependencies of a project change under one lock.
  await lockTargets(db, [project.key])
  const leftOut: string[] = []
  const add = async (targetKey: number, onKey: number): Promise<void> => {
    const circle = await circleOf(db, [onKey], targetKey)
    if (circle) leftOut.push(circleWords(circle))
    else await addDependency(db, targetKey, onKey)
  }
  for (const onKey of back.dependsOn) await add(key, onKey)
  for (const targetKey of back.dependents) await add(targetKey, key)
  await leaveDependencies(db, key, back)
  const named = (all: readonly Dependency[]) => all.map(({ name }) => name)
  return { dependsOn: named(await dependenciesOf(db, key)), dependents: named(await dependentsOf(db, key)), leftOut }
}
