import { formatTime } from '../../../src/domain/core/wire-time.ts'
import type { Api } from '../../support/api.ts'
import type { Row } from '../row.ts'
import { windowOf } from './charts.ts'

type Query = <Found extends Record<string, unknown>>(text: string, values?: unknown[]) => Promise<Found[]>

const COLUMNS = {
  total: 'total',
  dns: 'dns',
  connect: 'tcp',
  tls: 'handshake',
  upload: 'upload',
  ttfb: 'processing',
  response: 'download',
}
const NAMES = { p50: 0.5, p90: 0.9, p95: 0.95, p99: 0.99 } as const
const ASKED = 10

type Answer = { results: { metrics: { metric: string; values: Record<string, number> | null }[] }[] }

/** The largest relative error of quantiles of 30 days against the exact value at rank ⌊q · (n − 1)⌋, for each metric. */
export const quantileErrors = async (of: {
  api: Api
  query: Query
  monitors: readonly { readonly id: string; readonly key: number }[]
  label: string
}): Promise<Row[]> => {
  const worst = new Map<string, number>()
  for (const monitor of of.monitors.filter((_, index) => index % Math.ceil(of.monitors.length / ASKED) === 0)) {
    const { from, to } = windowOf('30 d', Date.now())
    const body = { from: formatTime(from), to: formatTime(to), monitors: [monitor.id], metrics: Object.keys(COLUMNS) }
    const { results } = await of.api.post<Answer>('/api/3/query/api/performance', body)
    for (const { metric, values } of results[0]?.metrics ?? []) {
      const column = COLUMNS[metric as keyof typeof COLUMNS]
      const exact = await of.query<Record<string, number>>(
        `select ${Object.entries(NAMES).map(([name, share]) => `v[1 + floor(${share} * (n - 1))::int]::float8 as ${name}`)} from (
          select array_agg(${column} order by ${column}) as v, count(*) as n from result
          where target_key = $1 and due >= $2 and due < $3 and http_code is not null and ignored & 5 = 0) all_values`,
        [monitor.key, from, to],
      )
      for (const name of Object.keys(NAMES)) {
        const right = exact[0]?.[name] ?? Number.NaN
        const error =
          right === 0 ? Math.abs(values?.[name] ?? Number.NaN) : Math.abs((values?.[name] ?? Number.NaN) / right - 1)
        worst.set(metric, Math.max(worst.get(metric) ?? 0, error))
      }
    }
  }
  return [...worst].map(([metric, error]) => ({
    figure: `${of.label}: greatest error of a quantile of 30 days, ${metric}`,
    value: error * 100,
    unit: '%',
    target: '<= 1',
  }))
}
