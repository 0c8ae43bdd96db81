import { endpoint, shape } from '../core/endpoint.ts'
import { nameOf } from '../core/names.ts'
import { data, time } from '../core/wire.ts'

/** An organization's connection to an account at a provider. */
const row = shape({
  id: 'string',
  provider: 'string',
  /** The provider's name; its id where the provider is no longer configured. */
  provider_name: 'string',
  name: 'string',
  /** `expired`: the provider no longer accepts its tokens, so it must be connected again. */
  status: "'connected' | 'error' | 'expired'",
  /** The account at the provider; null if the provider does not name it. */
  account: 'string | null',
  domain: 'string',
  scopes: 'string[]',
  settings: 'Record<string, string>',
  created: time,
  /** The person who connected it; null if the account no longer exists. */
  created_by: [{ id: 'string', name: 'string' }, '|', 'null'],
  last_update: time,
  /** Null: not used yet. */
  last_used: [time, '|', 'null'],
  /** Why the last call to the provider failed. */
  error: 'string | null',
})

const provider = shape({
  id: 'string',
  name: 'string',
  /** Domains that the provider may be reached at; the first is the usual one. */
  domains: 'string[]',
  /** Permissions that are asked for; empty if the provider decides. */
  scopes: 'string[]',
  /** Whether a test call is configured. */
  can_test: 'boolean',
  /** Whether tokens are revoked at the provider on disconnecting. */
  can_revoke: 'boolean',
})

const ORGANIZATION = '/api/3/organizations/{org}/integrations/' as const

/** Integrations of organizations, for their ADMINs. Tokens never leave the server. */
export const integrations = {
  'integration.providers': endpoint('GET /api/3/integrations/', {
    summary: 'Lists the integration providers that the operator configured',
    access: 'account',
    lists: 'data',
    answer: data(provider),
  }),
  'integration.authenticate': endpoint('POST /api/3/integrations/{provider}/authenticate', {
    summary:
      'Finishes connecting an integration with the code that the provider sent; for the person who began, within 15 minutes and once',
    access: 'account',
    audit: 'integration.connect',
    limit: 'fetch',
    query: shape({
      code: '1 <= string <= 4096',
      code_verifier: '43 <= string <= 128',
      domain: 'string <= 253',
      redirect_uri: '1 <= string <= 2048',
      /** As sent to the provider: base64url of a JSON object with `flow` and `csrfToken`. */
      state: '1 <= string <= 2048',
    }),
    shows: 'integration',
    answer: row,
  }),
  'integration.list': endpoint(`GET ${ORGANIZATION}`, {
    summary: 'Lists the integrations of an organization, by name; for its ADMINs',
    access: 'organization',
    lists: 'data',
    answer: data(row),
  }),
  'integration.begin': endpoint(`POST ${ORGANIZATION}`, {
    summary: 'Begins to connect an integration: returns the parts of the provider’s authorization URL',
    access: 'organization',
    audit: 'integration.begin',
    body: shape({
      provider: '1 <= string <= 64',
      /** One of the provider’s domains; default: its first. */
      'domain?': 'string <= 253',
      /** Default: the provider’s name. */
      'name?': nameOf('string <= 400'),
      /** The integration to connect again. */
      'integration_id?': 'string <= 128 | null',
    }),
    answer: shape({
      /** Goes into the state, for the server to know the flow by. */
      flow: 'string',
      authorize_url: 'string',
      client_id: 'string',
      redirect_uri: 'string',
      scope: 'string',
      domain: 'string',
      /** Further parameters of the authorization URL. */
      params: 'Record<string, string>',
      expires: time,
    }),
  }),
  'integration.read': endpoint(`GET ${ORGANIZATION}{id}`, {
    summary: 'Returns one integration of an organization',
    access: 'organization',
    shows: 'integration',
    answer: row,
  }),
  'integration.update': endpoint(`PUT ${ORGANIZATION}{id}`, {
    summary: 'Changes the name or the settings of an integration; absent fields keep their values',
    access: 'organization',
    audit: 'integration.update',
    body: shape({
      'name?': nameOf('1 <= string <= 400'),
      /** Names and values for programs that use the integration; at most 50. Not for secrets. */
      'settings?': 'Record<string, string>',
    }),
    shows: 'integration',
    answer: row,
  }),
  'integration.test': endpoint(`POST ${ORGANIZATION}{id}/test`, {
    summary: 'Calls the provider with the stored token, refreshed if needed, and stores the outcome',
    access: 'organization',
    changes: false,
    audit: 'integration.test',
    limit: 'fetch',
    shows: 'integration',
    answer: row,
  }),
  'integration.remove': endpoint(`DELETE ${ORGANIZATION}{id}`, {
    summary: 'Disconnects an integration: revokes its tokens at the provider where that is possible, and deletes it',
    access: 'organization',
    audit: 'integration.delete',
    limit: 'fetch',
    answer: shape({
      revoked: 'boolean',
      /** Why the tokens were not revoked at the provider; null if they were. */
      detail: 'string | null',
    }),
  }),
} as const
