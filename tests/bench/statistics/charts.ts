import { DAY_MS } from '../../../src/domain/core/periods.ts'
import { formatTime } from '../../../src/domain/core/wire-time.ts'
import { lastDay } from '../../../src/domain/statistics/windows.ts'

export type Span = '24 h' | '30 d'

/** The window of a span, as charts ask for it: the last 24 hours are whole hours, and 30 days begin anywhere. */
export const windowOf = (span: Span, now: number): { from: number; to: number } =>
  span === '24 h' ? lastDay(now) : { from: now - 30 * DAY_MS, to: now }

/** What a chart is about: a monitor with its key, the key of a location and its id. */
export type About = {
  readonly projectId: string
  readonly monitor: { readonly id: string; readonly key: number }
  readonly location: { readonly id: string; readonly key: number }
  readonly ids: readonly string[]
}

type Request = { readonly path: string; readonly body?: unknown }

/** A chart: its request, and the same figures in plain SQL over the results, if they can be written in one statement. */
export type Chart = {
  readonly name: string
  readonly request: (about: About, query: string, window: { from: number; to: number }, span: Span) => Request
  readonly plain?: (about: About, window: { from: number; to: number }, span: Span) => string
  /** Whether its figures come from single results by design. */
  readonly isRaw?: true
  /** Charts of the last 24 hours alone. */
  readonly only?: Span
}

const COUNTED = 'ignored & 5 = 0'
const stepOf = (span: Span): number => (span === '24 h' ? 3_600_000 : 86_400_000)
const COUNTS = `count(*) filter (where category = 0) pass, count(*) filter (where category = 1) slow,
  count(*) filter (where category = 2) warning, count(*) filter (where category = 3) fail`
const within = ({ from, to }: { from: number; to: number }): string => `due >= ${from} and due < ${to} and ${COUNTED}`
const quantiles = (column: string): string =>
  [0.5, 0.9, 0.95, 0.99]
    .map((share) => `(array_agg(${column} order by ${column}))[1 + floor(${share} * (count(*) - 1))::int]`)
    .join(', ')

const metrics = (metric: string, column: string): Chart => ({
  name: `metrics, 4 quantiles of ${metric}`,
  request: ({ monitor }, query) => ({
    path: `/api/2/calls/${monitor.id}/stats/metrics/all/?${query}&metric=${metric}&quantiles=0.5,0.9,0.95,0.99`,
  }),
  plain: (
    { monitor },
    window,
    span,
  ) => `select due / ${stepOf(span === '30 d' ? '24 h' : span)}, ${quantiles(column)} from result
    where target_key = ${monitor.key} and ${within(window)} and http_code is not null group by 1`,
})

/** Every chart of the statistics, with each way of asking that reads other rows. */
export const CHARTS: readonly Chart[] = [
  {
    name: 'pass/fail of a monitor',
    request: ({ monitor }, query, _, span) => ({
      path: `/api/2/calls/${monitor.id}/stats/passfail_range?${query}&interval=${span === '24 h' ? 'HOUR' : 'DAY'}`,
    }),
    plain: ({ monitor }, window, span) =>
      `select due / ${stepOf(span)}, ${COUNTS} from result where target_key = ${monitor.key} and ${within(window)} group by 1`,
  },
  {
    name: 'pass/fail of a monitor by hour',
    request: ({ monitor }, query) => ({
      path: `/api/2/calls/${monitor.id}/stats/passfail_range?${query}&interval=HOUR`,
    }),
    plain: ({ monitor }, window) =>
      `select due / 3600000, ${COUNTS} from result where target_key = ${monitor.key} and ${within(window)} group by 1`,
  },
  metrics('total', 'total'),
  metrics('ttfb', 'processing'),
  {
    name: 'metrics at one location',
    request: ({ monitor, location }, query) => ({
      path: `/api/2/calls/${monitor.id}/stats/metrics/${location.id}/?${query}&quantiles=0.5,0.9,0.95,0.99`,
    }),
    plain: ({ monitor, location }, window) => `select due / 3600000, ${quantiles('total')} from result
      where target_key = ${monitor.key} and location_key = ${location.key} and ${within(window)} and http_code is not null group by 1`,
  },
  {
    name: 'locations of a monitor',
    request: ({ monitor }, query) => ({ path: `/api/2/calls/${monitor.id}/stats/locations/?${query}` }),
    plain: ({ monitor }, window) => `select location_key, ${COUNTS}, ${quantiles('total')} from result
      where target_key = ${monitor.key} and ${within(window)} group by grouping sets ((location_key), ())`,
  },
  {
    name: 'schedule lag of a monitor',
    request: ({ monitor }, query) => ({ path: `/api/2/calls/${monitor.id}/stats/lag/?${query}` }),
  },
  {
    name: 'schedule lag over time',
    request: ({ monitor }, query) => ({
      path: `/api/2/calls/${monitor.id}/stats/metrics/all/?${query}&metric=lag&quantiles=0.5,0.95,0.99`,
    }),
  },
  {
    name: 'performance by location and metric',
    request: ({ monitor }, _, window) => ({
      path: '/api/3/query/api/performance',
      body: {
        from: formatTime(window.from),
        to: formatTime(window.to),
        monitors: [monitor.id],
        metrics: ['total', 'dns', 'connect', 'tls', 'upload', 'ttfb', 'response'],
        group_by: ['location'],
      },
    }),
    plain: ({ monitor }, window) =>
      `select location_key, ${COUNTS}, ${['total', 'dns', 'tcp', 'handshake', 'upload', 'processing', 'download'].map(quantiles)} from result
      where target_key = ${monitor.key} and ${within(window)} group by 1`,
  },
  {
    name: 'performance of failures, from results',
    isRaw: true,
    request: ({ monitor }, _, window) => ({
      path: '/api/3/query/api/performance',
      body: {
        from: formatTime(window.from),
        to: formatTime(window.to),
        monitors: [monitor.id],
        status: ['FAIL'],
        group_by: ['interval'],
      },
    }),
  },
  {
    name: 'project: pass/fail',
    request: (_, query, __, span) => ({
      path: `/api/2/project/stats/passfail_range?${query}&interval=${span === '24 h' ? 'HOUR' : 'DAY'}`,
    }),
    plain: (_, window, span) =>
      `select due / ${stepOf(span)}, ${COUNTS} from result where ${within(window)} group by 1`,
  },
  {
    name: 'project: pass/fail of each monitor',
    request: ({ projectId }, query) => ({ path: `/api/3/projects/${projectId}/stats/metrics/passfail/all/?${query}` }),
    plain: (_, window) => `select target_key, ${COUNTS} from result where ${within(window)} group by 1`,
  },
  {
    name: 'project: quantiles of each monitor',
    request: ({ projectId }, query) => ({ path: `/api/3/projects/${projectId}/stats/metrics/all/?${query}` }),
    plain: (_, window) => `select target_key, ${quantiles('total')} from result where ${within(window)} group by 1`,
  },
  {
    name: 'project: ttfb of each monitor',
    request: ({ projectId }, query) => ({
      path: `/api/3/projects/${projectId}/stats/metrics/all/?${query}&metric=ttfb`,
    }),
    plain: (_, window) =>
      `select target_key, ${quantiles('processing')} from result where ${within(window)} group by 1`,
  },
  {
    name: 'last 24 hours of 50 monitors',
    only: '24 h',
    request: ({ projectId, ids }) => ({ path: `/api/3/projects/${projectId}/stats/before/`, body: { call_ids: ids } }),
  },
  { name: 'synopsis', only: '24 h', request: () => ({ path: '/api/2/project/synopsis' }) },
]
