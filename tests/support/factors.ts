import { totpAt, totpStep } from '../../src/server/access/totp.ts'
import type { Api } from './api.ts'
import { type Browser, exchangeTokens, openSignIn, typePassword } from './person.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Decodes the base32 of a secret, as an authenticator app does. */
export const fromBase32 = (text: string): Buffer => {
  const bits = [...text].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** An authenticator app: the code that it shows at an instant. */
export const appWith =
  (secret: string) =>
  (nowMs: number): string =>
    totpAt(fromBase32(secret), totpStep(nowMs))

type Added = { factor: { id: string; name: string }; recovery_codes: string[] | null }

/** Sets up an authenticator app for the account of `api`. */
export const addTotp = async (api: Api, password: string, nowMs: number) => {
  const begun = await api.post<{ id: string; secret: string; uri: string }>('/api/2/account/factors/totp', { password })
  const app = appWith(begun.secret)
  const added = await api.post<Added>(`/api/2/account/factors/totp/${begun.id}`, { code: app(nowMs) })
  return { app, ...added }
}

/** Posts to the sign-in page of a browser. */
export const postTo = (url: string, browser: Browser, path: string, body?: object, origin = url): Promise<Response> =>
  browser.ask(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    ...(body && { body: JSON.stringify(body) }),
  })

/** Types email and password where a second step follows; answers the page, and a way to finish. */
export const openSecondStep = async (url: string, browser: Browser, email: string, password: string) => {
  const { page, verifier } = await openSignIn(url, browser)
  const answer = await typePassword(url, browser, page, email, password)
  const body = (await answer.json()) as { redirect_to: string | null; second_step: { methods: string[] } | null }
  return {
    page,
    body,
    status: answer.status,
    type: (code: string, method = 'totp') => postTo(url, browser, `${page}/second-step`, { method, code }),
    tokens: (redirectTo: string) => tokensAfter(url, browser, redirectTo, verifier),
  }
}

/** Follows a completed sign-in to its tokens. */
export const tokensAfter = async (url: string, browser: Browser, redirectTo: string, verifier: string) => {
  const back = await browser.ask(redirectTo)
  const code = new URL(back.headers.get('location') ?? '', url).searchParams.get('code') ?? ''
  const form = { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: url }
  return (await exchangeTokens(url, browser, form)).body
}
