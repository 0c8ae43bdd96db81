import { endpoint, shape } from '../core/endpoint.ts'
import { results, time } from '../core/wire.ts'

/** A request that carries this header does not make its project the account's current one. */
export const NO_SESSION_HEADER = 'Sonde-No-Session'

const session = shape({
  id: 'string',
  /** The program: the web app, a command line. */
  client: 'string',
  /** Whether the caller asks from there. */
  current: 'boolean',
  ip: 'string | null',
  user_agent: 'string | null',
  started: time,
  /** To the hour: when its access token was last renewed. */
  last_used: time,
})

/**
 * Signing in to the embedded provider, and out. The provider sends a browser to the page `/interaction/{uid}`, and these are that
 * page's calls: they need the cookie that the provider set for that path, and the first an `Origin` of our own.
 */
export const sessions = {
  'session.read': endpoint('GET /interaction/{uid}/details', {
    summary:
      'What the sign-in page must know: who asks for the sign-in, and the address to begin with; 410 once it is over',
    access: 'public',
    for: 'provider',
    answer: shape({
      client: { id: 'string', name: 'string' },
      login_hint: 'string | null',
      /** `login`, where somebody has to sign in. */
      prompt: 'string',
    }),
  }),
  'session.sign-in': endpoint('POST /interaction/{uid}/login', {
    summary: 'Signs in by e-mail and password; go to redirect_to. 401 where they are wrong, 429 after too many tries',
    access: 'public',
    limit: 'password',
    for: 'provider',
    body: shape({ email: '1 <= string <= 320', password: '1 <= string <= 1000' }),
    answer: shape({ redirect_to: 'string' }),
  }),
  'session.end': endpoint('GET /api/2/logout', {
    summary: 'Ends the sign-in that the access token belongs to: its tokens and its browser’s session',
    access: 'account',
    effect: 'write',
    audit: 'session.end',
    status: 204,
    answer: null,
  }),
  'session.list': endpoint('GET /api/2/account/sessions/', {
    summary: 'Where the caller is signed in, the newest first; empty where a tenant signs people in',
    access: 'account',
    lists: 'results',
    answer: results(session),
  }),
  'session.remove': endpoint('DELETE /api/2/account/sessions/{id}', {
    summary: 'Signs the caller out in one other place',
    access: 'account',
    audit: 'session.remove',
    status: 204,
    answer: null,
  }),
  'session.end-others': endpoint('POST /api/2/account/sessions/end', {
    summary: 'Signs the caller out everywhere but here',
    access: 'account',
    audit: 'session.end-others',
    status: 204,
    answer: null,
  }),
} as const
