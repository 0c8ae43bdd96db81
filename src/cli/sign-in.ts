import { setTimeout as pause } from 'node:timers/promises'
import { type } from 'arktype'
import { changeSignIn, readCredentials } from './credentials.ts'
import { TerminalFailure } from './exit-codes.ts'
import { requestHeaders } from './request-headers.ts'
import type { ServerFacts } from './server-facts.ts'
import { unreachableSentence } from './unreachable.ts'

const tokens = type({ access_token: 'string', 'refresh_token?': 'string', expires_in: 'number' })
const deviceCode = type({
  device_code: 'string',
  user_code: 'string',
  verification_uri: 'string',
  'verification_uri_complete?': 'string',
  expires_in: 'number',
  'interval?': 'number',
})
const refusal = type({ error: 'string', 'error_description?': 'string' })

export type DeviceCode = typeof deviceCode.infer

/** An access token is renewed so long before it expires. */
const EARLY_MS = 60_000
/** Seconds between two questions whether the code was approved, where the server says nothing else (RFC 8628, 3.5). */
const USUAL_INTERVAL_S = 5

const SCOPE = 'openid offline_access profile email'
const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'

type Endpoints = NonNullable<ServerFacts['sign_in']>

const post = async (url: string, form: Record<string, string>): Promise<{ ok: boolean; body: unknown }> => {
  const answer = await fetch(url, {
    method: 'POST',
    headers: requestHeaders(),
    body: new URLSearchParams(form),
    redirect: 'error',
  }).catch((cause: unknown) => {
    throw new TerminalFailure('unreachable', unreachableSentence(new URL(url).origin, cause), { cause })
  })
  const text = await answer.text()
  try {
    return { ok: answer.ok, body: JSON.parse(text) }
  } catch {
    return { ok: false, body: { error: `status ${answer.status}` } }
  }
}

const reasonOf = (body: unknown): string => {
  const read = refusal(body)
  return read instanceof type.errors ? 'It gave no reason.' : (read.error_description ?? read.error)
}

/** Begins a sign-in: a person opens the address, compares the code and confirms it. */
export const beginSignIn = async ({ client_id, audience, device_url }: Endpoints): Promise<DeviceCode> => {
  const { ok, body } = await post(device_url, { client_id, audience, scope: SCOPE })
  const read = deviceCode(body)
  if (!ok || read instanceof type.errors)
    throw new TerminalFailure('refused', `The server does not begin a sign-in: ${reasonOf(body)}`)
  return read
}

export type Tokens = { readonly access_token: string; readonly refresh_token?: string; readonly expires: number }

const tokensIn = (body: unknown, now: number): Tokens | null => {
  const read = tokens(body)
  if (read instanceof type.errors) return null
  const { access_token, refresh_token, expires_in } = read
  return { access_token, expires: now + expires_in * 1000, ...(refresh_token !== undefined && { refresh_token }) }
}

/** Waits until the code is confirmed. Rejects when it was refused, or is over. */
export const awaitSignIn = async (
  { client_id, token_url }: Endpoints,
  { device_code, interval = USUAL_INTERVAL_S, expires_in }: DeviceCode,
  signal: AbortSignal,
): Promise<Tokens> => {
  let everyS = interval
  const until = Date.now() + expires_in * 1000
  while (Date.now() < until) {
    const { ok, body } = await post(token_url, { grant_type: DEVICE_GRANT, device_code, client_id })
    const read = ok ? tokensIn(body, Date.now()) : null
    if (read) return read
    const said = refusal(body)
    const error = said instanceof type.errors ? '' : said.error
    if (error === 'slow_down') everyS += USUAL_INTERVAL_S
    else if (error === 'access_denied') throw new TerminalFailure('refused', 'The sign-in was refused in the browser.')
    else if (error !== 'authorization_pending') break
    await pause(everyS * 1000, undefined, { signal }).catch(() => {
      throw new TerminalFailure('interrupted', 'The sign-in was interrupted.')
    })
  }
  throw new TerminalFailure('signed-out', 'The code has expired before it was confirmed.')
}

/**
 * Returns an access token that holds, renewed where it has expired; null where nobody is signed in. The renewed one is stored: the server
 * accepts an old refresh token again only for moments, so that two terminals may renew at once.
 */
export const renewedToken = async (
  endpoints: Endpoints,
  { file, url, force }: { readonly file: string; readonly url: string; readonly force: boolean },
): Promise<string | null> => {
  const held = readCredentials(file).servers[url]
  if (!held) return null
  const { access_token, refresh_token, expires = 0 } = held
  if (!force && access_token !== undefined && expires - EARLY_MS > Date.now()) return access_token
  if (refresh_token === undefined) return null
  const { client_id, token_url } = endpoints
  const { ok, body } = await post(token_url, { grant_type: 'refresh_token', refresh_token, client_id })
  const read = ok ? tokensIn(body, Date.now()) : null
  // Another terminal may have renewed it, and this one came too late.
  if (!read) {
    const now = readCredentials(file).servers[url]
    return now?.access_token !== access_token ? (now?.access_token ?? null) : null
  }
  changeSignIn(file, url, (before) => ({ ...before, ...read }))
  return read.access_token
}
