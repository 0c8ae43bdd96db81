import { endpoint, shape } from '../core/endpoint.ts'
import { results, time } from '../core/wire.ts'

/** The query with which a provider leads back. */
const callback = shape({
  /** The last step of the path, where the provider has a callback URL of its own. */
  'callback?': 'string <= 2000',
  state: '16 <= string <= 400',
  'code?': 'string <= 4000',
  'iss?': 'string <= 300',
  'error?': 'string <= 200',
  'error_description?': 'string <= 1000',
})

const linked = shape({
  id: 'string',
  /** Name of the provider. */
  name: 'string',
  issuer: 'string',
  /** The person’s id at the provider. */
  subject: 'string',
  /** The person’s address at the provider, if it said one. */
  email: 'string | null',
  /** Whether one can sign in with it: its provider is configured and enabled. */
  usable: 'boolean',
  created: time,
  last_used: [time, '|', 'null'],
})

/**
 * Sign-in with an OpenID provider behind the embedded one, and the providers that a person linked. Each starts with an address to open;
 * the provider leads back to `/federated/callback/{callback}`, or without the last step, and the page there sends it and the query along.
 */
export const federatedSignIns = {
  'federation.start': endpoint('POST /interaction/{uid}/federated/{provider}', {
    summary: 'Starts a sign-in with an OpenID provider; continue at redirect_to',
    access: 'public',
    wayIn: 'sign-in',
    limit: 'fetch',
    for: 'provider',
    answer: shape({ redirect_to: 'string' }),
  }),
  'federation.finish': endpoint('POST /interaction/{uid}/federated', {
    summary: 'Completes a sign-in with an OpenID provider; continue at redirect_to. A state works once',
    access: 'public',
    wayIn: 'sign-in',
    limit: 'fetch',
    for: 'provider',
    body: callback,
    answer: shape({
      /** Null while the sign-in page has to ask for more. */
      redirect_to: 'string | null',
    }),
  }),
  'identity.list': endpoint('GET /api/2/account/identities/', {
    summary: 'Lists the OpenID providers with which the caller can sign in, and those that can be linked',
    access: 'account',
    wayIn: 'sign-in',
    lists: 'results',
    answer: shape({
      ...results(linked),
      /** Providers that are not linked yet. */
      offered: [{ id: 'string', name: 'string' }, '[]'],
    }),
  }),
  'identity.start-link': endpoint('POST /api/2/account/identities/link/{provider}', {
    summary: 'Starts linking an OpenID provider to the caller’s account; continue at redirect_to',
    access: 'account',
    wayIn: 'sign-in',
    limit: 'fetch',
    answer: shape({ redirect_to: 'string' }),
  }),
  'identity.link': endpoint('POST /api/2/account/identities/', {
    summary: 'Links an OpenID provider to the caller’s account. A state works once, in the session that started it',
    access: 'account',
    wayIn: 'sign-in',
    limit: 'fetch',
    audit: 'identity.link',
    body: callback,
    answer: linked,
  }),
  'identity.unlink': endpoint('DELETE /api/2/account/identities/{id}', {
    summary: 'Unlinks an OpenID provider; 409 if it is the only way to sign in',
    access: 'account',
    wayIn: 'sign-in',
    audit: 'identity.unlink',
    status: 204,
    answer: null,
  }),
} as const
