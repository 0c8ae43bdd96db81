import { endpoint, shape } from '../core/endpoint.ts'
import { nameOf } from '../core/names.ts'
import { oneOf } from '../core/notation.ts'
import { basedOn, optional, resource } from '../core/resource.ts'
import { id, named, pair, results, time } from '../core/wire.ts'
import { authType, grantType } from './auth-settings.ts'

/** States of a token. `expiring`: it expires within a day and is not refreshed automatically. */
export const TOKEN_STATUSES = ['valid', 'expiring', 'expired', 'no_expiry', 'error'] as const
const tokenStatus = shape(oneOf(TOKEN_STATUSES))

const secret = shape('string <= 16384 | null')

/** Values of tokens of all types; each type uses some. Secrets are write-only and read as a mask. */
const values = shape({
  'username?': 'string <= 1024 | null',
  'password?': secret,
  'access_token?': secret,
  'refresh_token?': secret,
  'token_secret?': secret,
  'access_key?': 'string <= 400 | null',
  'secret_key?': secret,
  'session_token?': secret,
  'token_type?': 'string <= 100 | null',
  'scope?': 'string <= 4096 | null',
  /** Values for the templates of a setting of type MANUAL. They are write-only. */
  'variables?': [[pair, '[]'], '&', 'unknown[] <= 100'],
  'expire_time?': [time, '|', 'null'],
})

const meta = shape({
  name: nameOf('1 <= string <= 400'),
  auth_id: id,
  'domain?': 'string <= 253 | null',
})

const draft = shape({ meta, token: values })

const row = shape({
  id: 'string',
  meta: {
    name: 'string',
    auth_id: 'string',
    owner: 'string',
    /** Whether the caller owns it. Others see neither its values nor the provider's answer, and cannot change it. */
    mine: 'boolean',
    domain: 'string | null',
    auth_type: authType,
    created: time,
    last_update: time,
  },
  status: tokenStatus,
  /** Why the last refresh failed, as a sentence; null if it did not. */
  problem: 'string | null',
  /** How it was obtained; `manual`: its values were entered. */
  grant: [grantType, '|', "'manual'"],
  token: {
    '...': values,
    expire_time: 'string | null',
    /** Whether a secret is stored. */
    has_value: 'boolean',
  },
  /** When it is refreshed automatically; null if it is not. */
  refresh_at: 'string | null',
  /** When it was last obtained or refreshed; null if its values were entered. */
  issued: 'string | null',
  /** The provider's last answer, with secrets masked. */
  api_response: 'Record<string, unknown>',
  /** Number of monitors that use it. */
  used_by: 'number.integer',
})

const grantRequest = shape({
  auth_id: id,
  /** A token of the caller to replace; absent: a new one is made. */
  'token_id?': 'string <= 128 | null',
  /** Name of a new token. */
  'name?': nameOf('1 <= string <= 400'),
  /** Default: the scopes of the setting. */
  'scopes?': [['string <= 400', '[]'], '&', 'unknown[] <= 100'],
})

/** Tokens: credentials for an auth setting. Their values are seen by nobody, and all else by their owner. */
export const tokens = resource({
  name: 'token',
  plural: 'tokens',
  neighbours: [{ kind: 'auth-setting', by: ['create', 'remove', 'grant', 'finish', 'poll-device'] }],
  row,
  draft,
  endpoints: {
    list: endpoint('GET /api/2/tokens/', {
      summary: 'Lists the tokens of the project, newest first; their values are masked',
      access: 'see',
      query: named,
      lists: 'results',
      answer: results(row),
    }),
    'list-of-setting': endpoint('GET /api/2/tokens/auth/{id}/', {
      summary: 'Lists the tokens of an auth setting, newest first',
      access: 'see',
      query: shape({ 'cursor?': 'string <= 512', 'limit?': '1 <= number.integer <= 1000' }),
      lists: 'results',
      answer: results(row),
    }),
    read: endpoint('GET /api/2/tokens/{id}/', {
      summary: 'Returns one token; its values are masked',
      access: 'see',
      shows: 'token',
      answer: row,
    }),
    create: endpoint('POST /api/2/tokens/', {
      summary: 'Creates a token of values that were obtained elsewhere',
      access: 'edit',
      audit: 'token.create',
      status: 201,
      repeatable: true,
      body: draft,
      shows: 'token',
      answer: row,
    }),
    update: endpoint('POST /api/2/tokens/{id}/', {
      summary: 'Changes a token of the caller; absent fields keep their values',
      access: 'edit',
      audit: 'token.update',
      body: shape({ 'meta?': optional(meta), 'token?': values, ...basedOn }),
      shows: 'token',
      answer: row,
    }),
    remove: endpoint('DELETE /api/2/tokens/{id}/', {
      summary: 'Deletes a token; refused while a monitor uses it. The provider is not told: see revoke',
      access: 'edit',
      audit: 'token.delete',
      status: 204,
      answer: null,
    }),
    authorize: endpoint('POST /api/3/tokens/authorize', {
      summary: 'Starts an authorization in the browser; the answer is the provider’s address to open',
      access: 'edit',
      limit: 'send',
      reaches: true,
      audit: 'token.authorize',
      body: grantRequest,
      answer: shape({ url: 'string', expires: time }),
    }),
    finish: endpoint('POST /api/3/tokens/callback', {
      summary: 'Finishes an authorization with what the provider sent the browser back with; each state works once',
      access: 'edit',
      limit: 'send',
      reaches: true,
      audit: 'token.finish',
      body: shape({
        /** The last step of the path, where the provider has a callback address of its own. */
        'callback?': 'string <= 400',
        'state?': 'string <= 2048',
        'code?': 'string <= 8192',
        'iss?': 'string <= 2048',
        /** OAuth 1: the request token, and its verifier. Some providers send the token as `denied` if the person said no. */
        'oauth_token?': 'string <= 8192',
        'oauth_verifier?': 'string <= 8192',
        'denied?': 'string <= 8192',
        'error?': 'string <= 400',
        'error_description?': 'string <= 4096',
      }),
      shows: 'token',
      answer: row,
    }),
    grant: endpoint('POST /api/3/tokens/grant', {
      summary: 'Obtains a token without a browser: by client credentials, a password or an assertion',
      access: 'edit',
      limit: 'send',
      reaches: true,
      audit: 'token.grant',
      status: 201,
      repeatable: true,
      body: shape({
        '...': grantRequest,
        grant: "'client_credentials' | 'password' | 'jwt_bearer'",
        'username?': 'string <= 1024',
        'password?': 'string <= 4096',
      }),
      shows: 'token',
      answer: row,
    }),
    device: endpoint('POST /api/3/tokens/device', {
      summary: 'Starts an authorization on another device; the answer is the code to enter there',
      access: 'edit',
      limit: 'send',
      reaches: true,
      audit: 'token.device',
      body: grantRequest,
      answer: shape({
        flow_id: 'string',
        user_code: 'string',
        verification_uri: 'string',
        verification_uri_complete: 'string | null',
        /** Seconds to wait between polls. */
        interval: 'number',
        expires: time,
      }),
    }),
    'poll-device': endpoint('POST /api/3/tokens/device/poll', {
      summary: 'Asks whether an authorization on another device is complete; asking too early changes nothing',
      access: 'edit',
      reaches: true,
      audit: 'token.device',
      body: shape({ flow_id: 'string <= 128' }),
      answer: shape({
        state: "'pending' | 'done'",
        /** Seconds to wait before the next poll. */
        interval: 'number',
        token_id: 'string | null',
      }),
    }),
    refresh: endpoint('POST /api/3/tokens/{id}/refresh', {
      summary: 'Refreshes a token now',
      access: 'edit',
      changes: false,
      limit: 'send',
      reaches: true,
      audit: 'token.refresh',
      shows: 'token',
      answer: row,
    }),
    revoke: endpoint('POST /api/3/tokens/{id}/revoke', {
      summary: 'Revokes a token at the provider and removes its values here',
      access: 'edit',
      limit: 'send',
      reaches: true,
      audit: 'token.revoke',
      shows: 'token',
      answer: row,
    }),
  },
})
