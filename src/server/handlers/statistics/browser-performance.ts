import { VITALS } from '../../../contract/results/vitals.ts'
import type { browserPerformance } from '../../../contract/statistics/browser-performance.ts'
import { periodFor } from '../../../domain/core/periods.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import { durationOf, PERIOD_OF } from '../../../domain/statistics/step-durations.ts'
import { measuresOf } from '../../../domain/statistics/vital-measures.ts'
import { stepStart } from '../../../domain/statistics/windows.ts'
import type { HandlersPart } from '../../http/context.ts'
import { Refusal } from '../../refusal.ts'
import { allLocations } from '../../store/agents/locations.ts'
import { categories } from '../../store/identity/codes.ts'
import { browserTestKeys, MOST_VITAL_ROWS, readVitalRows, type VitalRow } from '../../store/statistics/vital-rows.ts'
import { namedKeys } from './named-keys.ts'
import { ISO_NAMES, windowOf } from './window-of.ts'

export const browserPerformanceHandlers = () =>
  ({
    'statistics.browser-performance': async ({ body }, { db, project, now }) => {
      const span = windowOf(
        { start: body.from, end: body.to },
        now,
        body.interval && PERIOD_OF[body.interval],
        ISO_NAMES,
      )
      if (span instanceof Refusal) return span
      const tests = await browserTestKeys(db, project.key)
      const keys = await namedKeys(db, project.key, body, { known: tests, words: 'a browser test of this project' })
      if (keys instanceof Refusal) return keys
      const { metrics = [...VITALS], measures = ['p75'], group_by: groupBy = [] } = body
      const period = body.interval ? PERIOD_OF[body.interval] : periodFor(span.to - span.from)
      const rows = await readVitalRows(db, {
        projectKey: project.key,
        ...span,
        ...keys,
        ...(body.status && { categories: body.status.map((name) => categories.code(name)) }),
      })
      const byMonitor = groupBy.includes('monitor')
      const byLocation = groupBy.includes('location')
      const groups = new Map<string, Group>()
      for (const row of rows) {
        const start = stepStart(period, row.due)
        const target = byMonitor ? row.target_key : 0
        const location = byLocation ? row.location_key : 0
        const name = `${start}:${target}:${location}`
        const group = groups.get(name)
        if (group) group.rows.push(row)
        else groups.set(name, { start, target, location, rows: [row] })
      }
      const ids = new Map([...tests].map(([id, key]) => [key, id]))
      const places = byLocation ? new Map((await allLocations(db)).map(({ key, id }) => [key, id])) : null
      return {
        meta: {
          from: formatTime(span.from),
          to: formatTime(span.to),
          metrics,
          measures,
          group_by: groupBy,
          interval: durationOf(period),
          truncated: rows.length >= MOST_VITAL_ROWS,
        },
        results: [...groups.values()]
          .sort((a, b) => a.start - b.start || a.target - b.target || a.location - b.location)
          // A monitor that is deleted has no id to name.
          .filter(({ target }) => !byMonitor || ids.has(target))
          .map((group) => ({
            time: formatTime(group.start),
            ...(byMonitor && { monitor_id: ids.get(group.target) ?? '' }),
            ...(byLocation && { location_id: places?.get(group.location) ?? '' }),
            count: group.rows.length,
            metrics: metrics.map((metric) => {
              const index = VITALS.indexOf(metric)
              const values = group.rows.flatMap(({ vitals }) => vitals[index] ?? [])
              return { metric, count: values.length, values: measuresOf(values, measures) }
            }),
          })),
      }
    },
  }) satisfies HandlersPart<typeof browserPerformance>

type Group = { readonly start: number; readonly target: number; readonly location: number; readonly rows: VitalRow[] }
