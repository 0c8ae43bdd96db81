import { choice, flag, grants, key, map, pairs, secret, text, url, words } from './field-kinds.ts'

/** Algorithms of signatures (RFC 7518). */
const SIGNING_ALGS = ['RS256', 'PS256', 'ES256', 'EdDSA', 'RS512', 'PS512', 'ES384', 'HS256'] as const

const asChoices = (values: readonly string[]) => values.map((value) => ({ value, words: value }))

export const headers = pairs({
  name: 'headers',
  label: 'Headers',
  hint: 'Such as Authorization with the value Bearer %%TOKEN%%.',
})
export const parameters = pairs({
  name: 'parameters',
  label: 'Query parameters',
  hint: 'Such as api_key with %%KEY%%.',
})
export const grantTypes = grants({
  name: 'grant_types',
  label: 'Grants',
  hint: 'Ways to obtain a token that the provider allows.',
})
export const authorizeUrl = url({
  name: 'authorize_url',
  label: 'Authorization URL',
  hint: 'The page at which people sign in.',
})
export const tokenUrl = url({
  name: 'token_url',
  label: 'Token URL',
  required: true,
  hint: 'The client secret is sent only to this origin.',
})
export const requestTokenUrl = url({
  name: 'request_token_url',
  label: 'Request token URL',
  hint: 'With the two URLs below, the server obtains tokens. Without, tokens are entered.',
})
export const accessTokenUrl = url({
  name: 'access_token_url',
  label: 'Access token URL',
  hint: 'Exchanges a confirmed request token for an access token.',
})
export const deviceUrl = url({
  name: 'device_url',
  label: 'Device authorization URL',
  hint: 'Hands out codes for other devices.',
})
export const revokeUrl = url({
  name: 'revoke_url',
  label: 'Revocation URL',
  isAdvanced: true,
  hint: 'If empty, tokens can only be removed here.',
})
export const providerIssuer = url({
  name: 'provider_issuer',
  label: 'Issuer',
  isAdvanced: true,
  hint: 'If set, an answer of another issuer is refused.',
})
export const clientId = text({
  name: 'client_id',
  label: 'Client ID',
  required: true,
  hint: 'From the registration at the provider.',
})
export const clientSecret = secret({
  name: 'client_secret',
  label: 'Client secret',
  hint: 'Write-only. Changing the token URL to another origin asks for it again.',
})
export const clientAuth = choice({
  name: 'client_auth',
  label: 'Client authentication',
  choices: [
    { value: 'basic', words: 'Client secret in the header (basic)' },
    { value: 'body', words: 'Client secret in the body' },
    { value: 'private_key_jwt', words: 'Signed assertion (private_key_jwt)' },
    { value: 'mtls', words: 'Client certificate (mutual TLS)' },
    { value: 'none', words: 'None (public client)' },
  ],
  initial: 'basic',
  hint: 'The way in which the client proves itself at the token URL.',
})
export const privateKey = key({
  name: 'private_key',
  label: 'Private key',
  hint: 'PEM (PKCS #8) or JWK. Write-only. For HS256: the shared secret.',
})
export const scopes = words({ name: 'scopes', label: 'Scopes', hint: 'Separated by spaces, such as orders:read.' })
export const scopeSeparator = text({
  name: 'scope_separator',
  label: 'Scope separator',
  isAdvanced: true,
  hint: 'If empty, a space. Some providers want a comma.',
})
export const pkce = flag({
  name: 'pkce',
  label: 'PKCE',
  initial: 'true',
  isAdvanced: true,
  hint: 'Binds the code to this server (RFC 7636). Turn it off only for providers that refuse it.',
})
export const authorizeParams = map({
  name: 'authorize_params',
  label: 'Further authorization parameters',
  isAdvanced: true,
  hint: 'Added to the authorization URL, such as prompt: consent.',
})
export const tokenParams = map({
  name: 'token_params',
  label: 'Further token parameters',
  isAdvanced: true,
  hint: 'Sent to the token URL, such as audience.',
})
export const tokenPlacement = choice({
  name: 'token_placement',
  label: 'Token sent in',
  choices: [
    { value: 'header', words: 'Header Authorization' },
    { value: 'query', words: 'Query' },
  ],
  initial: 'header',
  isAdvanced: true,
  hint: 'Where a call carries the token.',
})
export const tokenPrefix = text({
  name: 'token_prefix',
  label: 'Scheme',
  isAdvanced: true,
  hint: 'The word before the token in the header. If empty, Bearer.',
})
export const tokenParameter = text({
  name: 'token_parameter',
  label: 'Query parameter',
  isAdvanced: true,
  hint: 'The name of the parameter in the query. If empty, access_token.',
})
export const audience = url({
  name: 'audience',
  label: 'Audience',
  hint: 'Claim aud of the assertion. If empty, the token URL.',
})
export const signingAlg = choice({
  name: 'signing_alg',
  label: 'Algorithm',
  choices: asChoices(SIGNING_ALGS),
  initial: 'RS256',
  hint: 'The algorithm of the signature. It must fit the private key.',
})
export const signingKeyId = text({
  name: 'signing_key_id',
  label: 'Key ID',
  hint: 'Header kid of the signature, by which the receiver finds the key.',
})
export const detached = flag({
  name: 'detached',
  label: 'Detached signature',
  initial: 'true',
  hint: 'Leaves the body out of the signature’s text (RFC 7515, appendix F).',
})
