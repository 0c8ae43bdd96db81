import type { statistics } from '../../../contract/statistics/statistics.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import { allOf } from '../../../domain/statistics/statistics.ts'
import type { HandlersPart } from '../../http/context.ts'
import { notFound } from '../../refusal.ts'
import { hoursOf, monitorFigures } from '../../store/monitors/monitor-figures.ts'
import { monitors } from '../../store/monitors/monitors.ts'

/** Figures of the last 24 hours of many monitors, as lists show them. */
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
  }) satisfies HandlersPart<typeof statistics>
