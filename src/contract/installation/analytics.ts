import { endpoint, shape } from '../core/endpoint.ts'

/** The external analytics viewer that the operator configures. */
export const analytics = {
  'analytics.token': endpoint('GET /api/3/analytics/guest-token', {
    summary:
      'Returns a guest token for the external analytics viewer, from the token endpoint that the operator configured',
    access: 'see',
    wayIn: 'sign-in',
    limit: 'fetch',
    answer: shape({
      /** Null if no token endpoint is configured. */
      token: 'string | null',
    }),
  }),
} as const
