import type { Api } from './api.ts'
import { apiWith } from './api.ts'
import { OPENID_CLIENT, OPENID_SECRET, type OpenIdProvider } from './openid-provider.ts'
import { type Browser, exchangeTokens, openBrowser, openSignIn, type SignedIn } from './person.ts'

/** Adds a provider as a site admin does; returns its id. */
export const addProvider = async (
  admin: Api,
  { issuer }: Pick<OpenIdProvider, 'issuer'>,
  more: Record<string, unknown> = {},
): Promise<string> => {
  const { id } = await admin.post<{ id: string }>('/api/2/admin/identity-providers/', {
    name: 'Partner',
    issuer,
    client_id: OPENID_CLIENT,
    client_secret: OPENID_SECRET,
    ...more,
  })
  return id
}

/** The body that the callback's page sends: the last step of the path of a callback of its own, and the query. */
export const callbackBody = ({ pathname, searchParams }: URL): Record<string, string> => {
  const [, callback] = /^\/federated\/callback\/([^/]+)$/.exec(pathname) ?? []
  return { ...(callback !== undefined && { callback }), ...Object.fromEntries(searchParams) }
}

const headersAt = (url: string) => ({ 'content-type': 'application/json', origin: url })

/** A sign-in page of a browser, and its calls. */
export type FederatedTry = {
  readonly browser: Browser
  readonly verifier: string
  /** Presses the button; the answer has the address at the provider. */
  start(provider: string): Promise<{ status: number; body: { redirect_to?: string; error_msg?: string } }>
  /** Comes back from the provider. */
  finish(body: Record<string, string>): Promise<{ status: number; body: { redirect_to?: string; error_msg?: string } }>
}

/** Opens the sign-in page in a new browser. */
export const openFederatedTry = async (url: string): Promise<FederatedTry> => {
  const browser = openBrowser()
  const { page, verifier } = await openSignIn(url, browser)
  const post = async (path: string, body: object) => {
    const answer = await browser.ask(`${url}${page}${path}`, {
      method: 'POST',
      headers: headersAt(url),
      body: JSON.stringify(body),
    })
    return { status: answer.status, body: (await answer.json()) as { redirect_to?: string; error_msg?: string } }
  }
  return {
    browser,
    verifier,
    start: (provider) => post(`/federated/${provider}`, {}),
    finish: (body) => post('/federated', body),
  }
}

/** Signs in with a provider, to the tokens. */
export const signInWith = async (
  url: string,
  openid: OpenIdProvider,
  provider: string,
): Promise<Pick<SignedIn, 'api' | 'accessToken' | 'refreshToken' | 'browser'>> => {
  const attempt = await openFederatedTry(url)
  const { body } = await attempt.start(provider)
  const back = await openid.signIn(body.redirect_to ?? '')
  const finished = await attempt.finish(callbackBody(back))
  if (finished.status !== 200) throw new Error(`${finished.status} ${JSON.stringify(finished.body)}`)
  const answer = await attempt.browser.ask(finished.body.redirect_to ?? '')
  const code = new URL(answer.headers.get('location') ?? '', url).searchParams.get('code') ?? ''
  const tokens = await exchangeTokens(url, attempt.browser, {
    grant_type: 'authorization_code',
    code,
    code_verifier: attempt.verifier,
    redirect_uri: url,
  })
  const { access_token = '', refresh_token = '' } = tokens.body
  return {
    accessToken: access_token,
    refreshToken: refresh_token,
    browser: attempt.browser,
    api: () => apiWith(url, access_token),
  }
}
