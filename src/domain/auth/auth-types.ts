import { AUTH_TYPE_IDS, type authSettings, type GRANTS } from '../../contract/auth/auth-settings.ts'
import type { tokens } from '../../contract/auth/tokens.ts'
import type { Draft } from '../../contract/core/resource.ts'
import {
  accessTokenUrl,
  audience,
  authorizeParams,
  authorizeUrl,
  clientAuth,
  clientId,
  clientSecret,
  detached,
  deviceUrl,
  grantTypes,
  headers,
  parameters,
  pkce,
  privateKey,
  providerIssuer,
  requestTokenUrl,
  revokeUrl,
  scopeSeparator,
  scopes,
  signingAlg,
  signingKeyId,
  tokenParameter,
  tokenParams,
  tokenPlacement,
  tokenPrefix,
  tokenUrl,
} from './auth-fields.ts'
import { choice, number, type SettingField, type TokenField, text } from './field-kinds.ts'
import { OAUTH1_METHODS } from './oauth1.ts'

export type AuthSettingDraft = Draft<typeof authSettings>
export type TokenDraft = Draft<typeof tokens>
export type AuthTypeId = (typeof AUTH_TYPE_IDS)[number]
export type Grant = (typeof GRANTS)[number]

/** One way to authenticate. */
export type AuthType = {
  readonly title: string
  /** One line: when to choose it. */
  readonly description: string
  /** How a call carries the credentials, for the documentation. */
  readonly applied: string
  readonly fields: readonly SettingField[]
  readonly token: readonly TokenField[]
  /** Grants that the server can make for it. */
  readonly grants: readonly Grant[]
  /** Whether a call needs a token besides the setting. */
  readonly needsToken: boolean
}

const accessToken: TokenField = { name: 'access_token', label: 'Access token', isSecret: true, required: true }
const oauth2Token: readonly TokenField[] = [
  accessToken,
  {
    name: 'refresh_token',
    label: 'Refresh token',
    isSecret: true,
    hint: 'With it, the token is refreshed before it expires.',
  },
  { name: 'token_type', label: 'Type', hint: 'Usually Bearer.' },
  { name: 'scope', label: 'Scope', hint: 'Scopes that the provider granted.' },
]
const isCode = 'authorization_code'
const oauth2 = [
  grantTypes,
  { ...authorizeUrl, forGrants: [isCode] },
  tokenUrl,
  { ...deviceUrl, forGrants: ['device_code'] },
  clientId,
  clientSecret,
  clientAuth,
  { ...privateKey, isAdvanced: true },
  scopes,
  { ...pkce, forGrants: [isCode] },
  scopeSeparator,
  revokeUrl,
  providerIssuer,
  authorizeParams,
  tokenParams,
  tokenPlacement,
  tokenPrefix,
  tokenParameter,
] as const satisfies readonly SettingField[]

/** All types, in the order they are offered. Form, rules, encryption, application and documentation are derived from this table. */
export const AUTH_TYPES: Readonly<Record<AuthTypeId, AuthType>> = {
  BASIC: {
    title: 'Basic',
    description: 'A user name and a password.',
    applied: 'Header `Authorization: Basic …` with the user name and password.',
    fields: [],
    token: [
      { name: 'username', label: 'User name', required: true },
      { name: 'password', label: 'Password', isSecret: true, required: true },
    ],
    grants: [],
    needsToken: true,
  },
  MANUAL: {
    title: 'API key or fixed bearer',
    description: 'Headers or query parameters of your own, filled in from a token.',
    applied: 'The headers and query parameters of the setting, with the values of the token filled in.',
    fields: [headers, parameters],
    token: [{ name: 'variables', label: 'Values', isSecret: true, hint: 'A value for each name in the templates.' }],
    grants: [],
    needsToken: false,
  },
  OAUTH2: {
    title: 'OAuth 2',
    description: 'Access tokens that are obtained from a provider and refreshed before they expire.',
    applied: 'Header `Authorization: Bearer …`, or a query parameter.',
    fields: oauth2,
    token: oauth2Token,
    grants: ['authorization_code', 'client_credentials', 'device_code', 'password'],
    needsToken: true,
  },
  OAUTH2_JWT: {
    title: 'OAuth 2 with an assertion',
    description: 'Access tokens in exchange for a signed JWT (RFC 7523), as for service accounts.',
    applied: 'Header `Authorization: Bearer …`, or a query parameter.',
    fields: [
      tokenUrl,
      text({
        name: 'issuer',
        label: 'Issuer',
        required: true,
        hint: 'Claim iss of the assertion, such as the service account.',
      }),
      text({ name: 'subject', label: 'Subject', hint: 'Claim sub. If empty, the issuer.' }),
      audience,
      { ...privateKey, required: true },
      { ...signingAlg, required: true },
      signingKeyId,
      number({
        name: 'lifetime_seconds',
        label: 'Lifetime in seconds',
        initial: '300',
        hint: 'How long an assertion is valid: 30 to 3600 seconds.',
      }),
      text({
        name: 'claims',
        label: 'Further claims',
        isAdvanced: true,
        hint: 'A JSON object, such as {"target": "eu"}.',
      }),
      scopes,
      { ...clientId, required: false, isAdvanced: true },
      { ...clientSecret, isAdvanced: true },
      { ...clientAuth, isAdvanced: true },
      scopeSeparator,
      revokeUrl,
      tokenParams,
      tokenPlacement,
      tokenPrefix,
      tokenParameter,
    ],
    token: oauth2Token,
    grants: ['jwt_bearer'],
    needsToken: true,
  },
  OAUTH2_JWS: {
    title: 'OAuth 2 with signed requests',
    description: 'OAuth 2, and a signature of the body in a header, as open banking asks for.',
    applied: 'Header `Authorization: Bearer …`, and a JWS of the body in a header of its own.',
    fields: [
      ...oauth2.map((field) => (field.name === 'private_key' ? { ...privateKey, required: true } : field)),
      { ...signingAlg, required: true },
      signingKeyId,
      text({
        name: 'signature_header',
        label: 'Header of the signature',
        initial: 'x-jws-signature',
        hint: 'The header that carries the signature.',
      }),
      detached,
    ],
    token: oauth2Token,
    grants: ['authorization_code', 'client_credentials', 'device_code', 'password'],
    needsToken: true,
  },
  OAUTH1: {
    title: 'OAuth 1',
    description: 'Requests signed with a consumer key and a token (RFC 5849).',
    applied: 'OAuth 1 signature in the header `Authorization` or in the query.',
    fields: [
      { ...clientId, label: 'Consumer key', hint: 'From the provider.' },
      { ...clientSecret, label: 'Consumer secret' },
      choice({
        name: 'signature_method',
        label: 'Signature method',
        choices: OAUTH1_METHODS.map((value) => ({ value, words: value })),
        initial: 'HMAC-SHA1',
        hint: 'PLAINTEXT sends the secrets themselves: only over HTTPS.',
      }),
      { ...privateKey, hint: 'For RSA-SHA1: a PEM key.' },
      requestTokenUrl,
      authorizeUrl,
      accessTokenUrl,
      choice({
        name: 'transport',
        label: 'Sent in',
        choices: [
          { value: 'header', words: 'Header Authorization' },
          { value: 'query', words: 'Query' },
        ],
        initial: 'header',
        hint: 'Where the signature is sent.',
      }),
      text({
        name: 'realm',
        label: 'Realm',
        isAdvanced: true,
        hint: 'Parameter realm of the header. It is not signed.',
      }),
    ],
    token: [
      {
        name: 'access_token',
        label: 'Token',
        isSecret: true,
        hint: 'Empty if the provider signs with the consumer key alone.',
      },
      { name: 'token_secret', label: 'Token secret', isSecret: true },
    ],
    grants: ['oauth1'],
    needsToken: false,
  },
  AMAZON: {
    title: 'AWS signature',
    description: 'Requests signed with an access key (Signature version 4).',
    applied: 'Signature version 4 in the header `Authorization`.',
    fields: [
      text({ name: 'region', label: 'Region', required: true, hint: 'Such as eu-central-1.' }),
      text({ name: 'service', label: 'Service', required: true, hint: 'Such as execute-api or s3.' }),
    ],
    token: [
      { name: 'access_key', label: 'Access key ID', required: true },
      { name: 'secret_key', label: 'Secret access key', isSecret: true, required: true },
      { name: 'session_token', label: 'Session token', isSecret: true, hint: 'Only for temporary credentials.' },
    ],
    grants: [],
    needsToken: true,
  },
  NONE: {
    title: 'None',
    description: 'No credentials: a client certificate or variables alone.',
    applied: 'Nothing is added to the call, except a client certificate.',
    fields: [],
    token: [],
    grants: [],
    needsToken: false,
  },
}

/** Ids of all types, in the order they are offered. */
export const AUTH_TYPE_ORDER = Object.keys(AUTH_TYPES).filter((id): id is AuthTypeId =>
  AUTH_TYPE_IDS.some((known) => known === id),
)

/** Words for each grant. */
export const GRANT_WORDS: Readonly<Record<Grant, { readonly title: string; readonly description: string }>> = {
  authorization_code: {
    title: 'Sign in with the browser',
    description: 'You sign in at the provider, which sends you back here (authorization code).',
  },
  client_credentials: {
    title: 'Client credentials',
    description: 'The client authenticates itself; no person signs in.',
  },
  device_code: {
    title: 'Another device',
    description: 'You enter a code at the provider, on this or another device.',
  },
  password: {
    title: 'User name and password',
    description: 'The provider takes a password, which is not stored here. Only for providers with nothing better.',
  },
  jwt_bearer: {
    title: 'Assertion',
    description: 'The server signs an assertion with the private key; no person signs in.',
  },
  oauth1: {
    title: 'Sign in by OAuth 1',
    description: 'You sign in at the provider, which sends you back here (request token and verifier).',
  },
}

/** Grants that a setting offers: those of its type that it lists; the first of its type where it lists none. */
export const grantsOf = (type: AuthTypeId, listed: readonly Grant[] | undefined): readonly Grant[] => {
  const { grants } = AUTH_TYPES[type]
  const chosen = grants.filter((grant) => listed?.includes(grant))
  return chosen.length > 0 ? chosen : grants.slice(0, 1)
}

/** Grants with which the server can obtain a token for a setting: those of OAuth 1 take the URLs of the provider. */
export const offeredGrants = (settings: AuthSettingDraft['settings']): readonly Grant[] =>
  grantsOf(settings.auth_type, settings.grant_types).filter((grant) => grant !== 'oauth1' || settings.request_token_url)

/** Names of all secret values of tokens. */
export const TOKEN_SECRETS = [
  'password',
  'access_token',
  'refresh_token',
  'token_secret',
  'secret_key',
  'session_token',
] as const
/** Names of all values of tokens that are shown to their owner. */
export const TOKEN_TEXTS = ['username', 'access_key', 'token_type', 'scope'] as const

/** A field of a setting that only some grants use, where none of them is offered. */
export const isUnused = ({ forGrants }: SettingField, grants: readonly Grant[]): boolean =>
  forGrants !== undefined && !forGrants.some((grant) => grants.includes(grant))
