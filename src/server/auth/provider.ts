import { importPKCS8 } from 'jose'
import * as oauth from 'oauth4webapi'
import type { AllowRule } from '../../domain/core/addresses.ts'
import { cutText } from '../../domain/core/cut-text.ts'
import { isSecretName, MASK, maskText } from '../../domain/secrets/masking.ts'
import { guardedFetch } from './guarded-fetch.ts'
import type { OpenSetting } from './open-setting.ts'
import { bodyOf, refuseErrors, UnmaskedRefusal, wordedAnswer } from './provider-answer.ts'
import { ProviderProblem } from './provider-problem.ts'
import { signingKey } from './signing-key.ts'

/** Input of a request to a provider besides its setting. */
export type Reaching = { readonly allowed: readonly AllowRule[]; readonly timeoutMs?: number }

/** A provider as oauth4webapi knows it, for one exchange. */
export type Provider = {
  readonly as: oauth.AuthorizationServer
  readonly client: oauth.Client
  readonly clientAuth: oauth.ClientAuth
  readonly options: {
    readonly additionalParameters: URLSearchParams
    readonly [oauth.customFetch]: (url: string, options: oauth.CustomFetchOptions<string, unknown>) => Promise<Response>
    readonly [oauth.allowInsecureRequests]: true
  }
  /** The provider's last answer. */
  readonly answered: { body: Readonly<Record<string, unknown>> }
}

const clientAuthOf = ({ settings, clientSecret, privateKey }: OpenSetting): oauth.ClientAuth => {
  const how = settings.client_auth ?? (clientSecret === null ? 'none' : 'basic')
  if (how === 'none') return oauth.None()
  if (how === 'mtls') return oauth.TlsClientAuth()
  if (how === 'private_key_jwt' && privateKey !== null) return privateKeyJwt(settings, privateKey)
  if (clientSecret === null) throw new ProviderProblem('The auth setting has no client secret: enter it first.')
  return how === 'body' ? oauth.ClientSecretPost(clientSecret) : oauth.ClientSecretBasic(clientSecret)
}

/** Web Crypto wants the key's algorithm by name; the assertion is signed when the request is made. */
const privateKeyJwt = (settings: OpenSetting['settings'], privateKey: string): oauth.ClientAuth => {
  const alg = settings.signing_alg ?? 'RS256'
  const key = importKey(privateKey, alg)
  return async (as, client, body, headers) =>
    oauth.PrivateKeyJwt({ key: await key, ...(settings.signing_key_id && { kid: settings.signing_key_id }) })(
      as,
      client,
      body,
      headers,
    )
}

const importKey = (text: string, alg: string) => {
  if (alg === 'HS256')
    throw new ProviderProblem('HS256 cannot authenticate a client: choose RS256, PS256, ES256 or EdDSA.')
  return importPKCS8(signingKey(text, alg).export({ format: 'pem', type: 'pkcs8' }).toString(), alg)
}

/** Makes a provider of a setting. Requests pass the guard against private addresses. */
export const openProvider = (opened: OpenSetting, reaching: Reaching): Provider => {
  const { settings } = opened
  const tokenUrl = settings.token_url ?? ''
  const answered: Provider['answered'] = { body: {} }
  const certificate = settings.client_auth === 'mtls' ? opened.certificate : null
  return {
    as: {
      issuer: settings.provider_issuer ?? new URL(tokenUrl).origin,
      token_endpoint: tokenUrl,
      ...(settings.device_url && { device_authorization_endpoint: settings.device_url }),
      ...(settings.revoke_url && { revocation_endpoint: settings.revoke_url }),
    },
    client: { client_id: opened.clientId },
    clientAuth: clientAuthOf(opened),
    answered,
    options: {
      additionalParameters: new URLSearchParams({ ...opened.tokenParams }),
      // Rules refuse http:// but on this machine; the guard decides what may be reached.
      [oauth.allowInsecureRequests]: true,
      [oauth.customFetch]: async (url, { method, headers, body }) => {
        const request = { method, headers: { ...headers, accept: 'application/json' }, body: String(body ?? '') }
        const { status, headers: got, body: text } = await guardedFetch(url, request, { ...reaching, certificate })
        if (url === settings.revoke_url && status < 300) return new Response('')
        const { host } = new URL(url)
        const sent = { host, status, type: got['content-type'] ?? '', text }
        answered.body = bodyOf(sent)
        refuseErrors(sent, answered.body)
        return Response.json(wordedAnswer(host, answered.body))
      },
    },
  }
}

/** Runs an exchange with a provider; what goes wrong becomes a `ProviderProblem` without secrets. */
export const exchanged = async <T>(
  opened: OpenSetting,
  further: readonly string[],
  exchange: () => Promise<T>,
): Promise<T> => {
  try {
    return await exchange()
  } catch (error) {
    throw problemOf(error, opened, [...opened.secrets, ...further])
  }
}

const problemOf = (error: unknown, { settings }: OpenSetting, secrets: readonly string[]): ProviderProblem => {
  const host = new URL(settings.token_url ?? 'https://provider').host
  if (error instanceof ProviderProblem) return error
  // Masked before they are cut, so that no secret is split.
  if (error instanceof UnmaskedRefusal) return error.told((text) => maskText(text, secrets))
  if (error instanceof oauth.OperationProcessingError)
    return new ProviderProblem(`${host} answered, but its answer is no token: ${words(error.message)}.`)
  if (error instanceof oauth.UnsupportedOperationError)
    return new ProviderProblem(`${host} answered with a token that cannot be used here: ${words(error.message)}.`)
  throw error
}

/** A library's message as the end of a sentence. */
const words = (message: string): string => message.replaceAll('"', '').replace(/\.$/, '')

/** Characters of a value of an answer that are kept. */
const LONGEST_VALUE = 1_000

/** An answer with its secrets masked, for its owner: tokens, and values named like secrets at any depth. */
export const maskedAnswer = (
  answer: Readonly<Record<string, unknown>>,
  secrets: readonly string[],
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(answer)
      .slice(0, 50)
      .map(([name, value]) => [name, isHidden(name) ? MASK : shortened(value, secrets)]),
  )

const isHidden = (name: string): boolean => isSecretName(name) || name === 'id_token'

const shortened = (value: unknown, secrets: readonly string[]): unknown => {
  if (typeof value === 'string') return cutText(maskText(value, secrets), LONGEST_VALUE)
  if (typeof value !== 'object' || value === null) return value
  const masked = JSON.stringify(value, (name, inner: unknown) => (isHidden(name) ? MASK : inner))
  return cutText(maskText(masked, secrets), LONGEST_VALUE)
}
