import { endpoint, shape } from '../core/endpoint.ts'
import { nameOf } from '../core/names.ts'
import { results, time } from '../core/wire.ts'

const name = nameOf('1 <= string <= 100')
const issuer = shape('1 <= string <= 300')
const clientId = shape('1 <= string <= 300')
const scopes = shape([['1 <= string <= 100', '[]'], '&', 'unknown[] <= 20'])
const domains = shape([['1 <= string <= 253', '[]'], '&', 'unknown[] <= 50'])
const button = shape('string <= 60')

/** An OpenID provider that signs people in. */
const row = shape({
  id: 'string',
  name: 'string',
  /** As the provider spells it in its tokens. */
  issuer: 'string',
  client_id: 'string',
  /** Whether a client secret is stored. */
  has_secret: 'boolean',
  scopes: 'string[]',
  /** Words of its button on the sign-in page. */
  button: 'string',
  /** Whether people without an account get one. */
  admits: 'boolean',
  /** Domains of the verified email addresses that are admitted; empty: all. */
  domains: 'string[]',
  enabled: 'boolean',
  /** Accounts that can sign in with it. */
  accounts: 'number.integer >= 0',
  /** Whether it leads back to a callback URL of its own, which follows from the issuer. */
  own_callback: 'boolean',
  /** The address to register at the provider. */
  callback_url: 'string',
  created: time,
  last_update: time,
})

const PATH = '/api/2/admin/identity-providers/' as const

/** OpenID providers behind the embedded one, for site admins. Client secrets are write-only. */
export const identityProviders = {
  'identity-provider.list': endpoint(`GET ${PATH}`, {
    summary: 'Lists the OpenID providers that sign people in, by name; for site admins',
    access: 'site',
    wayIn: 'sign-in',
    lists: 'results',
    answer: results(row),
  }),
  'identity-provider.create': endpoint(`POST ${PATH}`, {
    summary: 'Adds an OpenID provider that signs people in',
    access: 'site',
    wayIn: 'sign-in',
    audit: 'identity-provider.create',
    status: 201,
    repeatable: true,
    body: shape({
      name,
      issuer,
      client_id: clientId,
      /** Absent for a public client. */
      'client_secret?': 'string <= 1000 | null',
      'scopes?': scopes,
      'button?': button,
      'admits?': 'boolean',
      'domains?': domains,
      'enabled?': 'boolean',
      /** Default: true. */
      'own_callback?': 'boolean',
    }),
    shows: 'identity-provider',
    answer: row,
  }),
  'identity-provider.read': endpoint(`GET ${PATH}{id}`, {
    summary: 'Returns one OpenID provider',
    access: 'site',
    wayIn: 'sign-in',
    shows: 'identity-provider',
    answer: row,
  }),
  'identity-provider.update': endpoint(`PUT ${PATH}{id}`, {
    summary: 'Changes an OpenID provider; absent fields keep their values',
    access: 'site',
    wayIn: 'sign-in',
    audit: 'identity-provider.update',
    body: shape({
      'name?': name,
      'issuer?': issuer,
      'client_id?': clientId,
      /** Null deletes it. */
      'client_secret?': 'string <= 1000 | null',
      'scopes?': scopes,
      'button?': button,
      'admits?': 'boolean',
      'domains?': domains,
      'enabled?': 'boolean',
      'own_callback?': 'boolean',
      /** The `last_update` that the change is based on. */
      'if_last_update?': time,
    }),
    shows: 'identity-provider',
    answer: row,
  }),
  'identity-provider.remove': endpoint(`DELETE ${PATH}{id}`, {
    summary: 'Deletes an OpenID provider: nobody can sign in with it any more',
    access: 'site',
    wayIn: 'sign-in',
    audit: 'identity-provider.delete',
    status: 204,
    answer: null,
  }),
  'identity-provider.test': endpoint(`POST ${PATH}{id}/test`, {
    summary: 'Reads the provider’s discovery document and keys, and says what is wrong',
    access: 'site',
    wayIn: 'sign-in',
    effect: 'read',
    limit: 'fetch',
    answer: shape({
      ok: 'boolean',
      findings: [{ ok: 'boolean', text: 'string' }, '[]'],
    }),
  }),
} as const
