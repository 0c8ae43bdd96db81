import { endpoint, shape } from './endpoint.ts'
import { time } from './wire.ts'

const span = shape({
  /** From, inclusive; default: 7 days before `end`. */
  'start?': time,
  /** To, exclusive; default: now. */
  'end?': time,
})

/** Figures over many results. */
export const statistics = {
  'statistics.passfail': endpoint('GET /api/2/calls/{id}/stats/passfail_range', {
    summary: 'How many results passed, were slow, warned and failed, by day',
    access: 'see',
    query: span,
    answer: shape({
      meta: { start: time, end: time, interval: "'DAY'" },
      results: [{ time, pass: 'number', slow: 'number', warning: 'number', fail: 'number', total: 'number' }, '[]'],
    }),
  }),
  'statistics.metrics': endpoint('GET /api/2/calls/{id}/stats/metrics/{loc}/', {
    summary: 'A quantile of a latency over time, at one location or at all of them',
    access: 'see',
    query: shape({
      '...': span,
      /** 0 to 1; default 0.5. */
      'quantile?': '0 <= number <= 1',
      'metric?': "'total' | 'dns' | 'connect' | 'tls' | 'ttfb' | 'response'",
      'dest_ip?': 'string <= 64',
    }),
    answer: shape({
      meta: {
        metric: 'string',
        quantile: 'number',
        start: time,
        end: time,
        interval: "'HOUR' | 'DAY' | 'WEEK' | 'MONTH'",
        locations: 'string[]',
        dest_ips: 'string[]',
      },
      results: [{ time, location_id: 'string', value: 'number', count: 'number' }, '[]'],
    }),
  }),
} as const
