import { endpoint, shape } from '../core/endpoint.ts'
import { results, time } from '../core/wire.ts'
import { secondStep } from './factors.ts'

/** Header of requests that must not change the account's current project. */
export const NO_SESSION_HEADER = 'Sonde-No-Session'

const session = shape({
  id: 'string',
  /** The program: the web app or a command line. */
  client: 'string',
  /** Whether this request belongs to the session. */
  current: 'boolean',
  ip: 'string | null',
  user_agent: 'string | null',
  started: time,
  /** When the access token was last renewed, accurate to the hour. */
  last_used: time,
})

/**
 * Sign-in and sign-out at the embedded provider. The provider redirects the browser to the page `/interaction/{uid}`, which
 * makes these calls. They need the cookie that the provider set for that path; the first needs an `Origin` of this server.
 */
export const sessions = {
  'session.read': endpoint('GET /interaction/{uid}/details', {
    summary: 'Returns the client that asks for the sign-in and the suggested address; 410 once the sign-in is over',
    access: 'public',
    for: 'provider',
    answer: shape({
      client: { id: 'string', name: 'string' },
      login_hint: 'string | null',
      /** `login` if the person has to sign in. */
      prompt: 'string',
      /** Asked for after the right password; null before it. */
      second_step: [secondStep, '|', 'null'],
      /** OpenID providers that can sign the person in instead, with the words of their buttons. */
      providers: [{ id: 'string', name: 'string', button: 'string' }, '[]'],
    }),
  }),
  'session.sign-in': endpoint('POST /interaction/{uid}/login', {
    summary:
      'Checks email and password; continue at redirect_to, or with the second step. 401 if they are wrong, 429 after too many attempts',
    access: 'public',
    wayIn: 'sign-in',
    limit: 'password',
    for: 'provider',
    body: shape({ email: '1 <= string <= 320', password: '1 <= string <= 1000' }),
    answer: shape({
      /** Null while a second step is needed. */
      redirect_to: 'string | null',
      second_step: [secondStep, '|', 'null'],
    }),
  }),
  'session.end': endpoint('GET /api/2/logout', {
    summary: 'Ends the session of the access token: its tokens and its browser session',
    access: 'account',
    wayIn: 'sign-in',
    effect: 'write',
    audit: 'session.end',
    status: 204,
    answer: null,
  }),
  'session.list': endpoint('GET /api/2/account/sessions/', {
    summary: 'Lists the caller’s sessions, newest first; empty if an Auth0 tenant handles sign-in',
    access: 'account',
    wayIn: 'sign-in',
    lists: 'results',
    answer: results(session),
  }),
  'session.remove': endpoint('DELETE /api/2/account/sessions/{id}', {
    summary: 'Ends one other session of the caller, and disconnects the applications that it connected',
    access: 'account',
    wayIn: 'sign-in',
    audit: 'session.remove',
    status: 204,
    answer: null,
  }),
  'session.end-others': endpoint('POST /api/2/account/sessions/end', {
    summary: 'Ends all other sessions of the caller, and disconnects the applications that they connected',
    access: 'account',
    wayIn: 'sign-in',
    audit: 'session.end-others',
    status: 204,
    answer: null,
  }),
} as const
