import type { statistics } from '../../../contract/statistics/statistics.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import { allOf } from '../../../domain/statistics/statistics.ts'
import type { HandlersPart } from '../../http/context.ts'
import { notFound } from '../../refusal.ts'
import { hoursOf, monitorFigures } from '../../store/monitors/monitor-figures.ts'
import { monitors } from '../../store/monitors/monitors.ts'
import { objectCounts, synopsisOf } from '../../store/projects/synopsis.ts'
import { silentMonitors } from '../../store/silence/silence.ts'

const SHOWN_SILENT = 5

/** Figures of the last 24 hours over many monitors: what lists and the home of a project show. */
export const lastDayHandlers = () =>
  ({
    'statistics.before': async ({ params, body }, { db, project, now }) => {
      if (params.id !== project.id) return notFound('project')
      const found = await monitors.readMany(db, project.key, body.call_ids)
      const figures = await monitorFigures(db, found, now)
      const hours = await hoursOf(
        db,
        found.map((monitor) => monitor.key),
        now,
      )
      return {
        results: Object.fromEntries(
          found.map(({ id, key }) => {
            const known = figures.get(key)
            return [
              id,
              {
                last_result: known?.lastResult ?? null,
                pass_rate_24h: known?.passRate ?? null,
                median_24h: known?.medianMs ?? null,
                hours: (hours.get(key) ?? []).map(({ start, figures: hour }) => ({
                  time: formatTime(start),
                  median: hour.measured.total?.quantiles([0.5])[0] ?? null,
                  fail: hour.fail,
                  count: allOf(hour),
                })),
              },
            ]
          }),
        ),
      }
    },

    'project.synopsis': async (_, { db, project, now }) => {
      const counts = await objectCounts(db, project.key)
      const synopsis = await synopsisOf(db, project.key, now)
      const figures = await monitorFigures(db, synopsis.worst, now)
      const silent = await silentMonitors(db, project.key, SHOWN_SILENT)
      return {
        calls: counts.get('monitor') ?? 0,
        workflows: counts.get('workflow') ?? 0,
        schedules: counts.get('schedule') ?? 0,
        results_24h: synopsis.counts,
        mean_latency_24h: synopsis.meanMs,
        worst: synopsis.worst.map(({ key, id, name, passRate: rate }) => ({
          call_id: id,
          name,
          pass_rate_24h: rate,
          median_24h: figures.get(key)?.medianMs ?? null,
          last_result: figures.get(key)?.lastResult?.result_category ?? null,
        })),
        no_data: {
          count: silent.count,
          longest: silent.longest.map(({ id, name, since, locations }) => ({
            call_id: id,
            name,
            since: formatTime(since),
            locations,
          })),
        },
      }
    },
  }) satisfies HandlersPart<typeof statistics>
