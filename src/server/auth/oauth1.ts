import { createHmac, randomBytes, sign } from 'node:crypto'
import {
  OAUTH1_METHODS,
  type OAuth1Crypto,
  oauth1Header,
  oauth1Parameters,
  percentEncoded,
} from '../../domain/auth/oauth1.ts'
import { maskText } from '../../domain/secrets/masking.ts'
import { guardedFetch } from './guarded-fetch.ts'
import type { OpenSetting } from './open-setting.ts'
import type { Reaching } from './provider.ts'
import { ProviderProblem, refusalSentence } from './provider-problem.ts'
import { storableAnswer } from './storable-answer.ts'
import { secondsIn } from './token-lifetime.ts'

/** A token of OAuth 1 with its secret. */
export type OAuth1Token = {
  readonly token: string
  readonly secret: string
  /** Null where the provider does not limit it. */
  readonly expiresInSeconds: number | null
  readonly answer: Readonly<Record<string, unknown>>
}

type Asked = {
  readonly url: string
  readonly token: string | null
  readonly tokenSecret: string
  readonly further: Readonly<Record<string, string>>
}

const crypto: OAuth1Crypto = {
  hmac: (hash, key, text) => createHmac(hash, key).update(text).digest('base64'),
  rsaSha1: (privateKey, text) => sign('sha1', Buffer.from(text), privateKey).toString('base64'),
}

const pairsOf = (entries: Iterable<[string, string]>) => [...entries].map(([key, value]) => ({ key, value }))

/** Signs a request for a token and sends it (RFC 5849 section 2). */
const ask = async (
  { settings, clientId, clientSecret, privateKey, secrets }: OpenSetting,
  { url, token, tokenSecret, further }: Asked,
  { reaching, now }: { reaching: Reaching; now: number },
): Promise<OAuth1Token> => {
  const address = new URL(url)
  const method = OAUTH1_METHODS.find((each) => each === settings.signature_method) ?? 'HMAC-SHA1'
  const keys = {
    consumer_key: clientId,
    consumer_secret: clientSecret ?? '',
    private_key: privateKey,
    token,
    token_secret: tokenSecret,
    method,
  }
  const request = { method: 'POST', url: address, pairs: pairsOf(address.searchParams) }
  const moment = { nowMs: now, nonce: randomBytes(16).toString('hex') }
  const signed = oauth1Parameters(request, keys, moment, crypto, pairsOf(Object.entries(further)))
  const isQuery = settings.transport === 'query'
  if (isQuery) {
    const added = signed.map(({ key, value }) => `${percentEncoded(key)}=${percentEncoded(value)}`).join('&')
    address.search = address.search.length > 1 ? `${address.search}&${added}` : added
  }
  const headers = {
    accept: 'application/x-www-form-urlencoded, */*;q=0.5',
    ...(!isQuery && { authorization: oauth1Header(signed, settings.realm || null) }),
  }
  const { status, body } = await guardedFetch(address.href, { method: 'POST', headers, body: '' }, reaching)
  const sent = [...secrets, tokenSecret, ...Object.values(further)].filter((each) => each !== '')
  return tokenIn(new URL(url).host, { status, body }, sent)
}

const tokenIn = (host: string, { status, body }: { status: number; body: string }, sent: readonly string[]) => {
  // Replacement of what cannot be stored keeps texts texts.
  const answer = storableAnswer(Object.fromEntries(new URLSearchParams(body))) as Record<string, string>
  const { oauth_token: token, oauth_token_secret: secret, oauth_problem: found, oauth_expires_in: lifetime } = answer
  if (status >= 300) {
    // Masked before it is cut, so that no secret is split.
    const said = /^\s*</.test(body) ? null : maskText(answer.oauth_problem_advice ?? body, sent)
    const error = found === undefined ? `HTTP ${status}` : maskText(found, sent)
    throw new ProviderProblem(refusalSentence(host, { error, description: said }), {
      code: found ?? null,
      isPassing: status >= 500,
    })
  }
  if (!token || secret === undefined)
    throw new ProviderProblem(`${host} answered ${status}, but its answer is no token: check the URL.`)
  return { token, secret, expiresInSeconds: secondsIn(lifetime), answer }
}

/**
 * Asks the provider for a request token, and returns it with the address at which a person confirms it. Providers that do not confirm the
 * callback address are refused: with OAuth 1.0 before revision A, somebody else's confirmation could be taken for one's own.
 */
export const requestToken = async (
  opened: OpenSetting,
  callback: string,
  { reaching, now }: { reaching: Reaching; now: number },
): Promise<OAuth1Token & { readonly url: string }> => {
  const { request_token_url: url, authorize_url: authorizeUrl, authorize_params: params } = opened.settings
  if (!url || !authorizeUrl) throw new ProviderProblem('The auth setting has no request token URL: enter it first.')
  const asked = { url, token: null, tokenSecret: '', further: { oauth_callback: callback } }
  const granted = await ask(opened, asked, { reaching, now })
  if (granted.answer.oauth_callback_confirmed !== 'true')
    throw new ProviderProblem(
      `${new URL(url).host} does not confirm the callback address, so it does not offer OAuth 1.0a: enter a token instead.`,
    )
  const address = new URL(authorizeUrl)
  for (const [name, value] of Object.entries(params ?? {})) address.searchParams.set(name, value)
  address.searchParams.set('oauth_token', granted.token)
  return { ...granted, url: address.href }
}

/** Exchanges a confirmed request token for an access token. */
export const accessToken = (
  opened: OpenSetting,
  { token, secret, verifier }: { token: string; secret: string; verifier: string },
  options: { reaching: Reaching; now: number },
): Promise<OAuth1Token> => {
  const url = opened.settings.access_token_url
  if (!url) throw new ProviderProblem('The auth setting has no access token URL: enter it first.')
  return ask(opened, { url, token, tokenSecret: secret, further: { oauth_verifier: verifier } }, options)
}
