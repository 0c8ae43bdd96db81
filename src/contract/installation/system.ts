import { endpoint, shape } from '../core/endpoint.ts'
import { time } from '../core/wire.ts'

/** The installation itself. */
export const system = {
  'health.read': endpoint('GET /api/health', {
    summary: 'Whether the server can do its work: 200 only while store and scheduler are ready, else 503',
    access: 'public',
    for: 'automation',
    answer: shape({
      status: "'ready' | 'starting' | 'failing'",
      version: 'string',
      store: 'boolean',
      scheduler: 'boolean',
      /** Milliseconds that the newest due run waited for its job; null before the first. */
      schedule_lag_ms: 'number | null',
      /** Milliseconds by which the server's event loop came late within the last minute: the median, the 99th percentile, the worst. */
      event_loop_delay_ms: { p50: 'number', p99: 'number', max: 'number' },
      /** By how much the server's clock was set within the last hour, negative for back; null where it was not. */
      clock: [{ stepped_ms: 'number', at: time }, '|', 'null'],
    }),
  }),
  'openapi.read': endpoint('GET /api/openapi.json', {
    summary: 'This description of the API (OpenAPI 3.1)',
    access: 'public',
    for: 'automation',
    answer: shape('object'),
  }),
  'setup.complete': endpoint('POST /api/2/setup', {
    summary:
      'Sets up an empty installation with the one-time token that the server printed: first account, project and API key',
    access: 'public',
    limit: 'password',
    audit: 'setup.complete',
    status: 201,
    body: shape({
      token: '16 <= string <= 200',
      email: '3 <= string <= 320',
      /** Not where a tenant signs people in. */
      'password?': 'string <= 1000',
      'organization?': '1 <= string <= 400',
      'project?': '1 <= string <= 400',
    }),
    answer: shape({
      account_id: 'string',
      organization_id: 'string',
      project_id: 'string',
      /** An OWNER key of the project; shown this once. */
      api_key: 'string',
    }),
  }),
} as const
