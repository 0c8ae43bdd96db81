import { endpoint, shape } from '../core/endpoint.ts'
import { shownNameOf } from '../core/names.ts'
import { time } from '../core/wire.ts'

/** The installation as a whole. */
export const system = {
  'health.read': endpoint('GET /api/health', {
    summary:
      'Reports whether the server is ready: 200 while results are stored and store, scheduler and embedded agent work, otherwise 503',
    access: 'public',
    for: 'automation',
    answer: shape({
      status: "'ready' | 'starting' | 'failing'",
      version: 'string',
      store: 'boolean',
      scheduler: 'boolean',
      /** An agent is online at the location `local` of the embedded agent, so that monitors can be run. */
      local: 'boolean',
      /** Milliseconds between the due time of the newest run and its job; null before the first run. */
      schedule_lag_ms: 'number | null',
      /** Event loop delay within the last minute, in milliseconds: median, 99th percentile, maximum. */
      event_loop_delay_ms: { p50: 'number', p99: 'number', max: 'number' },
      /** A step of the server's clock within the last hour, negative for backwards; null if there was none. */
      clock: [{ stepped_ms: 'number', at: time }, '|', 'null'],
      /** Settings that the server asks of each database connection, and that a pooler or the database does not keep; empty as a rule. */
      lost_database_settings: 'string[]',
    }),
  }),
  'health.live': endpoint('GET /api/health/live', {
    summary:
      'Answers 200 as long as the server’s process works, also while it is not ready: restart it when this fails',
    access: 'public',
    for: 'automation',
    answer: shape({ status: "'alive'", version: 'string' }),
  }),
  'openapi.read': endpoint('GET /api/openapi.json', {
    summary: 'Returns this description of the API (OpenAPI 3.1)',
    access: 'public',
    for: 'automation',
    answer: shape('object'),
  }),
  'setup.complete': endpoint('POST /api/2/setup', {
    summary:
      'Sets up an empty installation with the one-time token that the server printed: first account, project and API key',
    access: 'public',
    wayIn: 'sign-in',
    limit: 'password',
    audit: 'setup.complete',
    status: 201,
    body: shape({
      token: '16 <= string <= 200',
      email: '3 <= string <= 320',
      /** Not allowed if an Auth0 tenant handles sign-in. */
      'password?': 'string <= 1000',
      'organization?': shownNameOf('1 <= string <= 400'),
      'project?': shownNameOf('1 <= string <= 400'),
    }),
    answer: shape({
      account_id: 'string',
      organization_id: 'string',
      project_id: 'string',
      /** An OWNER key of the project, shown only here. */
      api_key: 'string',
    }),
  }),
} as const
