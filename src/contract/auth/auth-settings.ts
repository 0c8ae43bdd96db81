import { endpoint, shape } from '../core/endpoint.ts'
import { nameOf, objectTags } from '../core/names.ts'
import { oneOf } from '../core/notation.ts'
import { basedOn, optional, resource } from '../core/resource.ts'
import { data, id, named, pair, results, time } from '../core/wire.ts'

/** Ways to authenticate a call. `src/domain/auth/auth-types.ts` defines the fields of each. */
export const AUTH_TYPE_IDS = [
  'NONE',
  'BASIC',
  'MANUAL',
  'OAUTH1',
  'OAUTH2',
  'OAUTH2_JWS',
  'OAUTH2_JWT',
  'AMAZON',
] as const
export const authType = shape(oneOf(AUTH_TYPE_IDS))

/** Grants that the server can make: those of OAuth 2, and the three steps of OAuth 1. */
export const GRANTS = [
  'authorization_code',
  'client_credentials',
  'device_code',
  'password',
  'jwt_bearer',
  'oauth1',
] as const
export const grantType = shape(oneOf(GRANTS))

const url = shape('string <= 2048 | null')
const word = shape('string <= 400 | null')
const pairs = shape([[{ '...': pair, 'secret?': 'boolean' }, '[]'], '&', 'unknown[] <= 100'])
const map = shape('Record<string, string <= 16384>')

/** Settings of all types; each type uses some. Null clears a setting. */
const ownSettings = shape({
  /** Origins (`https://api.example.com`) that credentials may be sent to. Default: `https://` and the domain. */
  'allowed_origins?': [['string <= 300', '[]'], '&', 'unknown[] <= 50'],
  /** Variables for calls that use this setting. Values of variables named like secrets are write-only. */
  'custom_variables?': map,
  /** Headers to add to a call. Templates that only place variables are shown; every other value is write-only. */
  'headers?': pairs,
  /** Query parameters to add to a call, with the same rule. */
  'parameters?': pairs,
  'authorize_url?': url,
  'token_url?': url,
  /** OAuth 1: where a request token is obtained, and where it is exchanged for an access token. */
  'request_token_url?': url,
  'access_token_url?': url,
  'device_url?': url,
  'revoke_url?': url,
  /** The provider's issuer identifier. If set, an authorization response from another issuer is refused. */
  'provider_issuer?': url,
  'grant_types?': [[grantType, '[]'], '&', 'unknown[] <= 5'],
  'scopes?': [['string <= 400', '[]'], '&', 'unknown[] <= 100'],
  'scope_separator?': word,
  'client_auth?': word,
  'pkce?': 'boolean',
  /** Whether the provider leads back to a callback address of its own, which names the origin of the token URL. Always true for new settings. */
  'own_callback?': 'boolean',
  'authorize_params?': map,
  'token_params?': map,
  /** Where a token is sent: in the header `Authorization`, or in the query. */
  'token_placement?': word,
  'token_parameter?': word,
  'token_prefix?': word,
  'signature_method?': word,
  'transport?': word,
  'realm?': word,
  'signing_alg?': word,
  'signing_key_id?': word,
  'detached?': 'boolean',
  'signature_header?': word,
  'issuer?': word,
  'subject?': word,
  'audience?': url,
  'lifetime_seconds?': '1 <= number.integer <= 86400',
  /** Further claims of the assertion, as a JSON object. */
  'claims?': 'string <= 8192 | null',
  /** A monitor that is run when somebody has signed in at the provider. */
  'callback_action?': [{ type: "'call'", id: 'string <= 128' }, '|', 'null'],
  'region?': word,
  'service?': word,
})

/** The client's own keys. Secrets are write-only and read as a mask; sending the mask back keeps a secret. */
const keys = shape({
  'client_id?': 'string <= 1024 | null',
  'client_secret?': 'string <= 8192 | null',
  /** PEM (PKCS #8) or JWK. */
  'private_key?': 'string <= 16384 | null',
})

/** A certificate that identifies the caller in the TLS handshake, as PEM. Key and passphrase are write-only. */
const certificate = shape({
  'cert?': 'string <= 65536 | null',
  'key?': 'string <= 65536 | null',
  'passphrase?': 'string <= 1024 | null',
})

const meta = shape({
  name: nameOf('1 <= string <= 400'),
  'description?': 'string <= 1500 | null',
  'tags?': objectTags,
  /** The host that the setting is for, such as `api.example.com`. */
  'domain?': 'string <= 253 | null',
  /** Links to the provider's pages: `keys`, `docs`, `apps` and `provider`. */
  'documentation?': map,
})

const draft = shape({
  meta,
  settings: { auth_type: authType, ...ownSettings },
  'keys?': keys,
  'client_certificate?': certificate,
  /** A certificate of the project’s organization that identifies the caller instead of one of the setting's own. */
  'certificate_id?': 'string <= 128 | null',
})

/** A certificate of the project's organization, without its key. */
const organizationCertificate = shape({
  id: 'string',
  name: 'string',
  subject: 'string',
  issuer: 'string',
  expires: time,
  /** Origins that it may be presented to. */
  origins: 'string[]',
})

const row = shape({
  id: 'string',
  meta: {
    name: 'string',
    description: 'string | null',
    tags: 'string[]',
    domain: 'string | null',
    documentation: map,
    owner: 'string',
    project_id: 'string',
    created: time,
    last_update: time,
  },
  settings: { '...': { auth_type: authType, ...ownSettings }, allowed_origins: 'string[]', custom_variables: map },
  keys: {
    client_id: 'string | null',
    client_secret: 'string | null',
    private_key: 'string | null',
    /** Whether a client secret or private key is stored. */
    has_value: 'boolean',
  },
  /** Null without a certificate. */
  client_certificate: [
    {
      cert: 'string',
      key: 'string | null',
      passphrase: 'string | null',
      subject: 'string',
      issuer: 'string',
      expires: time,
    },
    '|',
    'null',
  ],
  certificate_id: 'string | null',
  /** The certificate with that id; null without one, and if it was deleted. */
  organization_certificate: [organizationCertificate, '|', 'null'],
  /** Number of tokens. */
  tokens: 'number.integer',
  /** Number of monitors that use the setting. */
  used_by: 'number.integer',
})

const SETTING_BYTES = 512 * 1024

/** Auth settings: how calls authenticate to a service. */
export const authSettings = resource({
  name: 'auth-setting',
  plural: 'auth',
  // Tokens show the type of their setting, and are deleted with it.
  neighbours: [{ kind: 'token', by: ['update', 'remove'] }],
  row,
  draft,
  endpoints: {
    list: endpoint('GET /api/2/auth/', {
      summary: 'Lists the auth settings of the project, newest first; secrets are masked',
      access: 'see',
      query: named,
      lists: 'results',
      answer: results(row),
    }),
    read: endpoint('GET /api/2/auth/{id}/', {
      summary: 'Returns one auth setting; secrets are masked',
      access: 'see',
      shows: 'auth-setting',
      answer: row,
    }),
    create: endpoint('POST /api/2/auth/', {
      summary: 'Creates an auth setting',
      access: 'edit',
      audit: 'auth-setting.create',
      status: 201,
      repeatable: true,
      maxBodyBytes: SETTING_BYTES,
      body: draft,
      shows: 'auth-setting',
      answer: row,
    }),
    update: endpoint('POST /api/2/auth/{id}/', {
      summary:
        'Changes an auth setting; absent fields keep their values. A secret must be sent again if it would go to another origin',
      access: 'edit',
      audit: 'auth-setting.update',
      maxBodyBytes: SETTING_BYTES,
      body: shape({
        'meta?': optional(meta),
        'settings?': optional({ auth_type: authType, ...ownSettings }),
        'keys?': keys,
        'client_certificate?': [certificate, '|', 'null'],
        'certificate_id?': 'string <= 128 | null',
        ...basedOn,
      }),
      shows: 'auth-setting',
      answer: row,
    }),
    remove: endpoint('DELETE /api/2/auth/{id}/', {
      summary: 'Deletes an auth setting and its tokens; refused while a monitor uses it',
      access: 'edit',
      audit: 'auth-setting.delete',
      status: 204,
      answer: null,
    }),
    'change-owner': endpoint('POST /api/3/auth/{id}/owner', {
      summary:
        'Hands an auth setting over to another member of the project; for its owner and the OWNERs of the project',
      access: 'edit',
      audit: 'auth-setting.change-owner',
      body: shape({
        /** The account of a member who may edit. */
        owner: id,
      }),
      shows: 'auth-setting',
      answer: row,
    }),
    certificates: endpoint('GET /api/3/auth/certificates', {
      summary: 'Lists the certificates of the project’s organization that an auth setting can use, without their keys',
      access: 'edit',
      lists: 'data',
      answer: data(organizationCertificate),
    }),
    users: endpoint('GET /api/3/auth/{id}/monitors', {
      summary: 'Lists the monitors that use an auth setting, at most 1000, by name',
      access: 'see',
      lists: 'data',
      answer: data(
        shape({
          id: 'string',
          name: 'string',
          url: 'string',
          token_id: 'string | null',
          /** The origin that the monitor calls, if credentials may not be sent there; else null. */
          refused_origin: 'string | null',
        }),
      ),
    }),
  },
})
