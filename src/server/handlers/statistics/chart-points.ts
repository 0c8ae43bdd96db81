import type { statistics } from '../../../contract/statistics/statistics.ts'
import { holds } from '../../../domain/core/access.ts'
import { parseIp } from '../../../domain/core/ip-address.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import { keepExtremes } from '../../../domain/statistics/keep-extremes.ts'
import { METRICS } from '../../../domain/statistics/measures.ts'
import type { HandlersPart } from '../../http/context.ts'
import { invalid, notFound, Refusal } from '../../refusal.ts'
import { allLocations } from '../../store/agents/locations.ts'
import { alertEvents, outcomes } from '../../store/alerts/alert-decisions.ts'
import { categories } from '../../store/identity/codes.ts'
import { monitors } from '../../store/monitors/monitors.ts'
import { idOfRun } from '../../store/results/runs.ts'
import { MOST_OF_A_KIND, readAlerts, readChanges, readDowntimes } from '../../store/statistics/annotations.ts'
import { wentTo } from '../../store/statistics/destinations.ts'
import { MOST_POINTS, readPoints } from '../../store/statistics/result-points.ts'
import { ALL_LOCATIONS } from '../../store/statistics/sum-rows.ts'
import { locationFilter } from '../agents/location-filter.ts'
import { windowOf, wireOf } from './window-of.ts'

const USUAL_POINTS = 1000
/** Changed fields that an annotation names. */
const MOST_PATHS = 3

const FIRED = (['fired', 'fired_late', 'repeated', 'escalated', 'flapping', 'reminded'] as const).map(outcomes.code)

/** "request.url, conditions and 2 more" */
const pathsText = (paths: readonly string[]): string => {
  const named = paths.slice(0, MOST_PATHS).join(', ')
  return paths.length > MOST_PATHS ? `${named} and ${paths.length - MOST_PATHS} more` : named
}

export const chartPointHandlers = () =>
  ({
    'statistics.points': async ({ params, query }, { db, project, now }) => {
      const asked = windowOf(query, now)
      if (asked instanceof Refusal) return asked
      if (query.dest_ip !== undefined && !parseIp(query.dest_ip))
        return invalid([{ field: 'dest_ip', code: 'invalid', message: 'dest_ip must be an IP address.' }])
      const target = await monitors.read(db, project.key, params.id)
      if (!target) return notFound('monitor')
      const location = await locationFilter(db, project.key, query.location_id)
      if (location instanceof Refusal) return location
      const metric = query.metric ?? 'total'
      const { window, rows } = await readPoints(db, target.key, {
        window: asked,
        now,
        measure: METRICS[metric],
        locationKey: location?.key ?? ALL_LOCATIONS,
        where: query.dest_ip === undefined ? undefined : wentTo(query.dest_ip),
      })
      const oldest = rows.length < MOST_POINTS ? undefined : rows.at(-1)
      const idOf = new Map((await allLocations(db)).map(({ key, id }) => [key, id]))
      const points = rows.toReversed().map((row) => ({ ...row, at: row.due, group: row.category }))
      return {
        meta: { ...wireOf({ ...window, from: oldest?.due ?? window.from }), metric, count: rows.length },
        results: keepExtremes(points, query.most ?? USUAL_POINTS).map((point) => ({
          id: idOfRun(point),
          time: formatTime(point.due),
          result_category: categories.name(point.category),
          location_id: idOf.get(point.location_key) ?? '',
          http_code: point.http_code,
          dest_ip: point.dest_ip,
          value: point.value,
        })),
      }
    },

    'statistics.annotations': async ({ params, query }, { db, project, level, now }) => {
      const window = windowOf(query, now)
      if (window instanceof Refusal) return window
      const target = await monitors.read(db, project.key, params.id)
      if (!target) return notFound('monitor')
      const mayAudit = holds(level, 'inspect')
      const changes = mayAudit ? await readChanges(db, { projectKey: project.key, objectId: target.id, window }) : []
      const downtimes = await readDowntimes(db, { projectKey: project.key, targetKey: target.key, window })
      const byResult = alertEvents.code('RESULT')
      const alerts = await readAlerts(db, { targetKey: target.key, window, outcomes: FIRED, byResult })
      const listed = [
        ...changes.slice(0, MOST_OF_A_KIND).map(({ id, time, paths }) => ({
          ...{ kind: 'change' as const, at: time, end: null, text: pathsText(paths) },
          ...{ id, result_id: null },
        })),
        ...downtimes.slice(0, MOST_OF_A_KIND).map(({ begins, ends, id, name }) => ({
          ...{ kind: 'downtime' as const, at: begins, end: formatTime(ends), text: name ?? 'Deleted downtime' },
          ...{ id, result_id: null },
        })),
        ...alerts.slice(0, MOST_OF_A_KIND).map((row) => ({
          ...{ kind: 'alert' as const, at: row.due, end: null, text: row.name ?? 'Deleted alert' },
          ...{ id: row.id, result_id: row.by_result ? idOfRun(row) : null },
        })),
      ]
      return {
        meta: { ...wireOf(window), more: [changes, downtimes, alerts].some((rows) => rows.length > MOST_OF_A_KIND) },
        results: listed
          .sort((a, b) => b.at - a.at)
          .map(({ at, ...annotation }) => ({ ...annotation, time: formatTime(at) })),
      }
    },
  }) satisfies HandlersPart<typeof statistics>
