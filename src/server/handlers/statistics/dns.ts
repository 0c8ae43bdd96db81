import type { Shape } from '../../../contract/core/endpoint.ts'
import type { dns } from '../../../contract/statistics/dns.ts'
import { RUN_MEASURES } from '../../../contract/statistics/performance.ts'
import { periodFor } from '../../../domain/core/periods.ts'
import { problem } from '../../../domain/core/problem.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import { exactQuantile } from '../../../domain/statistics/statistics.ts'
import { durationOf, PERIOD_OF } from '../../../domain/statistics/step-durations.ts'
import { stepStart } from '../../../domain/statistics/windows.ts'
import type { HandlersPart } from '../../http/context.ts'
import { openTurns } from '../../in-turns.ts'
import { invalid, Refusal } from '../../refusal.ts'
import { allLocations } from '../../store/agents/locations.ts'
import { categories } from '../../store/identity/codes.ts'
import { type Lookup, readLookups } from '../../store/statistics/lookup-rows.ts'
import { monitorKeys } from '../../store/statistics/monitor-keys.ts'
import { namedKeys } from './named-keys.ts'
import { ISO_NAMES, windowOf } from './window-of.ts'

const MOST_GROUPS = 10_000
const SHARES = { p50: 0.5, p90: 0.9, p95: 0.95, p99: 0.99 } as const

type Row = Shape<(typeof dns)['statistics.dns']['answer']>['results'][number]
type Measure = (typeof RUN_MEASURES)[number]

const valuesOf = (values: readonly number[], measures: readonly Measure[]): Record<string, number> =>
  Object.fromEntries(
    measures.map((name) => [
      name,
      name === 'mean'
        ? values.reduce((sum, ms) => sum + ms, 0) / values.length
        : (exactQuantile(values, SHARES[name]) ?? 0),
    ]),
  )

/** Names of hosts are the same in any case, and with a dot at their end. */
const nameOf = (domain: string): string => domain.toLowerCase().replace(/\.$/, '')

export const dnsHandlers = () =>
  ({
    'statistics.dns': async ({ body }, { db, project, now }) => {
      const { measures = [...RUN_MEASURES], group_by: groupBy = ['domain'] } = body
      const has = (name: (typeof groupBy)[number]) => groupBy.includes(name)
      const interval = has('interval') && body.interval ? PERIOD_OF[body.interval] : undefined
      const asked = windowOf({ start: body.from, end: body.to }, now, interval, ISO_NAMES)
      if (asked instanceof Refusal) return asked
      const monitors = await monitorKeys(db, project.key)
      const keys = await namedKeys(db, project.key, body, { known: monitors, words: 'a monitor of this project' })
      if (keys instanceof Refusal) return keys
      const step = has('interval') ? (interval ?? periodFor(asked.to - asked.from)) : undefined
      const wanted = body.domains && new Set(body.domains.map(nameOf))
      const places = new Map((await allLocations(db)).map(({ key, id, place }) => [key, { id, cloud: place.cloud }]))
      const idOf = new Map([...monitors].map(([id, key]) => [key, id]))
      const of = {
        projectKey: project.key,
        ...asked,
        ...keys,
        ...(body.status && { categories: body.status.map((name) => categories.code(name)) }),
      }
      const read = await readLookups(db, of, { now, turn: openTurns() })
      const groupOf = (lookup: Lookup): Omit<Row, 'count' | 'values'> => {
        const place = places.get(lookup.locationKey)
        return {
          ...(step && { time: formatTime(stepStart(step, lookup.due)) }),
          ...(has('monitor') && { monitor_id: idOf.get(lookup.targetKey) ?? '' }),
          ...(has('location') && { location_id: place?.id ?? '' }),
          ...(has('provider') && { provider: place?.cloud ?? null }),
          ...(has('domain') && { domain: nameOf(lookup.domain) }),
          ...(has('address') && { address: lookup.ip }),
        }
      }
      const groups = new Map<string, { group: ReturnType<typeof groupOf>; values: number[] }>()
      for (const lookup of read.lookups) {
        if (wanted && !wanted.has(nameOf(lookup.domain))) continue
        // A monitor that is deleted has no id to name.
        if (has('monitor') && !idOf.has(lookup.targetKey)) continue
        const group = groupOf(lookup)
        const name = Object.values(group).join('\n')
        const known = groups.get(name)
        if (known) known.values.push(lookup.ms)
        else groups.set(name, { group, values: [lookup.ms] })
      }
      if (groups.size > MOST_GROUPS)
        return invalid([
          problem(
            'group_by',
            'range',
            `asks for ${groups.size} groups, and at most ${MOST_GROUPS} can be answered. Choose fewer groups, a longer interval or a shorter time.`,
          ),
        ])
      return {
        meta: {
          from: formatTime(read.from),
          to: formatTime(asked.to),
          measures,
          group_by: groupBy,
          interval: step ? durationOf(step) : null,
          truncated: read.truncated,
        },
        results: [...groups]
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([, { group, values }]) => ({ ...group, count: values.length, values: valuesOf(values, measures) })),
      }
    },
  }) satisfies HandlersPart<typeof dns>
