import type { EndpointName } from '../../src/contract/contract.ts'
import type { Sample } from './sample.ts'

/** What an application asks for that is registered nowhere. */
const ASKED = {
  client_id: 'nobody',
  redirect_uri: 'http://127.0.0.1/callback',
  response_type: 'code',
  code_challenge: 'x'.repeat(43),
  code_challenge_method: 'S256',
  resource: 'http://localhost/mcp',
  scope: 'read write',
  state: 'x',
}

/** Samples of identity providers, and of one's own account. */
export const ofIdentity: Partial<Record<EndpointName, Sample>> = {
  'account.list': { query: { limit: '10', cursor: '', search: 'a', status: 'blocked', permission: 'any' } },
  'account.permit': { body: { site_permission: 'site_viewer' } },
  'project.search': { query: { limit: '10', cursor: '', search: 'a' } },
  'account.ask-address': { body: { email: 'new@example.com', password: 'the one that holds' } },
  'account.change-address': { body: { email: 'new@example.com', token: 'x'.repeat(32) } },
  'account.remove': { body: { email: 'ada@example.com', password: 'the one that holds' } },
  'identity-provider.create': {
    body: {
      name: 'Partner',
      issuer: 'https://login.invalid',
      client_id: 'sonde',
      client_secret: 'secret',
      scopes: ['openid', 'email'],
      button: 'Continue',
      admits: true,
      domains: ['example.com'],
      enabled: true,
      own_callback: true,
    },
  },
  'identity-provider.update': {
    body: { name: 'Renamed', domains: ['example.org'], enabled: false, own_callback: false },
  },
  'federation.finish': {
    body: { callback: 'login.invalid', state: 'x'.repeat(32), code: 'x', iss: 'https://login.invalid' },
  },
  'connection.ask': { query: ASKED },
  'connection.approve': { body: { ...ASKED, project_id: null, writes: true, days: 30 } },
  'identity.link': { body: { state: 'x'.repeat(32), error: 'access_denied', error_description: 'No' } },
}
