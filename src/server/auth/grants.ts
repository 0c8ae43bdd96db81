import * as oauth from 'oauth4webapi'
import { cutText } from '../../domain/core/cut-text.ts'
import { signAssertion } from './assertion.ts'
import type { OpenSetting } from './open-setting.ts'
import { exchanged, openProvider, type Provider, type Reaching } from './provider.ts'
import { ProviderProblem } from './provider-problem.ts'

/** Tokens as a provider granted them. */
export type Granted = {
  readonly accessToken: string
  /** Null where the answer has none. */
  readonly refreshToken: string | null
  /** As it was sent; all types that are granted are used as Bearer. */
  readonly tokenType: string
  readonly scope: string | null
  readonly answer: Readonly<Record<string, unknown>>
}

/** As the contract allows for tokens that are entered. */
const LONGEST_TYPE = 100
const LONGEST_SCOPE = 4096

type Process = (
  as: oauth.AuthorizationServer,
  client: oauth.Client,
  response: Response,
) => Promise<oauth.TokenEndpointResponse>

const scopeOf = ({ settings }: OpenSetting, scopes: readonly string[]): string =>
  scopes.join(settings.scope_separator || ' ')

const withScope = (opened: OpenSetting, scopes: readonly string[]): Record<string, string> =>
  scopes.length === 0 ? {} : { scope: scopeOf(opened, scopes) }

const obtain = (
  opened: OpenSetting,
  reaching: Reaching,
  further: readonly string[],
  { ask, process }: { ask: (provider: Provider) => Promise<Response>; process: Process },
): Promise<Granted> =>
  exchanged(opened, further, async () => {
    const provider = openProvider(opened, reaching)
    const token = await process(provider.as, provider.client, await ask(provider))
    const { token_type: tokenType } = provider.answered.body
    return {
      accessToken: token.access_token,
      refreshToken: token.refresh_token ?? null,
      tokenType: typeof tokenType === 'string' && tokenType !== '' ? cutText(tokenType, LONGEST_TYPE) : 'Bearer',
      scope: token.scope === undefined ? null : cutText(token.scope, LONGEST_SCOPE),
      answer: provider.answered.body,
    }
  })

const generic = (opened: OpenSetting, type: string, parameters: Record<string, string>) => ({
  ask: ({ as, client, clientAuth, options }: Provider) => {
    const { additionalParameters, ...plain } = options
    const sent = { ...Object.fromEntries(additionalParameters), ...parameters }
    // An assertion names its issuer itself, so that a client need not be registered.
    const auth = opened.clientId === '' ? bare : clientAuth
    return oauth.genericTokenEndpointRequest(as, client, auth, type, sent, plain)
  },
  process: oauth.processGenericTokenEndpointResponse,
})

const bare: oauth.ClientAuth = () => {}

/** Obtains a token for the client itself (RFC 6749 section 4.4). */
export const clientCredentials = (opened: OpenSetting, scopes: readonly string[], reaching: Reaching) =>
  obtain(opened, reaching, [], {
    ask: ({ as, client, clientAuth, options }) => {
      const { additionalParameters, ...plain } = options
      const parameters = { ...Object.fromEntries(additionalParameters), ...withScope(opened, scopes) }
      return oauth.clientCredentialsGrantRequest(as, client, clientAuth, parameters, plain)
    },
    process: oauth.processClientCredentialsResponse,
  })

/** Obtains a token for a user name and password (RFC 6749 section 4.3). */
export const passwordGrant = (
  opened: OpenSetting,
  { username, password, scopes }: { username: string; password: string; scopes: readonly string[] },
  reaching: Reaching,
) =>
  obtain(
    opened,
    reaching,
    [password],
    generic(opened, 'password', { username, password, ...withScope(opened, scopes) }),
  )

/** Obtains a token for an assertion that the server signs (RFC 7523). */
export const jwtBearer = async (opened: OpenSetting, scopes: readonly string[], reaching: Reaching, now: number) => {
  const assertion = await signAssertion(opened, scopeOf(opened, scopes), now)
  return obtain(
    opened,
    reaching,
    [assertion],
    generic(opened, 'urn:ietf:params:oauth:grant-type:jwt-bearer', { assertion, ...withScope(opened, scopes) }),
  )
}

/** Refreshes a token (RFC 6749 section 6). */
export const refreshGrant = (opened: OpenSetting, refreshToken: string, reaching: Reaching) =>
  obtain(opened, reaching, [refreshToken], {
    ask: ({ as, client, clientAuth, options }) =>
      oauth.refreshTokenGrantRequest(as, client, clientAuth, refreshToken, options),
    process: oauth.processRefreshTokenResponse,
  })

/** Exchanges an authorization code (RFC 6749 section 4.1.3). */
export const codeGrant = (
  opened: OpenSetting,
  {
    callback,
    state,
    redirectUri,
    verifier,
  }: { callback: URLSearchParams; state: string; redirectUri: string; verifier: string | null },
  reaching: Reaching,
) =>
  obtain(opened, reaching, [callback.get('code') ?? '', verifier ?? ''].filter(Boolean), {
    ask: (provider) => {
      const { as, client, clientAuth, options } = provider
      // Without a configured issuer there is nothing to compare the answering one with.
      const known = opened.settings.provider_issuer ? as : { ...as, issuer: callback.get('iss') ?? as.issuer }
      const checked = oauth.validateAuthResponse(known, client, callback, state)
      return oauth.authorizationCodeGrantRequest(
        as,
        client,
        clientAuth,
        checked,
        redirectUri,
        verifier ?? oauth.nopkce,
        options,
      )
    },
    process: oauth.processAuthorizationCodeResponse,
  })

/** The code that a person enters at the provider, and the server's code to ask about it. */
export type DeviceCode = {
  readonly deviceCode: string
  readonly userCode: string
  readonly verificationUri: string
  readonly verificationUriComplete: string | null
  readonly intervalSeconds: number
  readonly expiresInSeconds: number
}

const USUAL_INTERVAL = 5
const LONGEST_INTERVAL = 600

/** Starts an authorization on another device (RFC 8628). */
export const deviceStart = (opened: OpenSetting, scopes: readonly string[], reaching: Reaching): Promise<DeviceCode> =>
  exchanged(opened, [], async () => {
    const { as, client, clientAuth, options } = openProvider(opened, reaching)
    const { additionalParameters: _, ...plain } = options
    const response = await oauth.deviceAuthorizationRequest(as, client, clientAuth, withScope(opened, scopes), plain)
    const code = await oauth.processDeviceAuthorizationResponse(as, client, response)
    const isAddress = (text: string) => /^https?:\/\//.test(text)
    if (!isAddress(code.verification_uri)) throw new ProviderProblem('The provider sent no address for the code.')
    const complete = code.verification_uri_complete
    return {
      deviceCode: code.device_code,
      userCode: code.user_code,
      verificationUri: code.verification_uri,
      verificationUriComplete: complete !== undefined && isAddress(complete) ? complete : null,
      intervalSeconds: Math.min(LONGEST_INTERVAL, Math.max(1, code.interval ?? USUAL_INTERVAL)),
      expiresInSeconds: code.expires_in,
    }
  })

/** Asks whether an authorization on another device is complete; throws a problem with the code `authorization_pending` if it is not. */
export const deviceGrant = (opened: OpenSetting, deviceCode: string, reaching: Reaching) =>
  obtain(opened, reaching, [deviceCode], {
    ask: ({ as, client, clientAuth, options }) =>
      oauth.deviceCodeGrantRequest(as, client, clientAuth, deviceCode, options),
    process: oauth.processDeviceCodeResponse,
  })

/** Revokes tokens at the provider (RFC 7009). */
export const revokeTokens = (opened: OpenSetting, revoked: readonly string[], reaching: Reaching): Promise<void> =>
  exchanged(opened, revoked, async () => {
    const { as, client, clientAuth, options } = openProvider(opened, reaching)
    const { additionalParameters: _, ...plain } = options
    for (const token of revoked)
      await oauth.processRevocationResponse(await oauth.revocationRequest(as, client, clientAuth, token, plain))
  })
