import { createHash, randomBytes } from 'node:crypto'
import { type Api, apiWith } from './api.ts'

/** A browser's cookies, as one host set them, and a way to ask with them that follows no redirect. */
export type Browser = {
  ask(address: string, init?: RequestInit): Promise<Response>
  /** What the browser would send to this path. */
  cookies(path: string): string
  /** The `Set-Cookie` lines that came, as they came. */
  readonly lines: string[]
}

type Cookie = { name: string; value: string; path: string }

/** `send` carries a request out; for tests through a proxy with a certificate of their own. */
export const openBrowser = (send: typeof fetch = fetch): Browser => {
  const jar = new Map<string, Cookie>()
  const lines: string[] = []
  const cookies = (path: string) =>
    [...jar.values()]
      .filter((cookie) => path.startsWith(cookie.path))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ')
  return {
    lines,
    cookies,
    async ask(address, init = {}) {
      const { pathname } = new URL(address)
      const cookie = cookies(pathname)
      const headers = new Headers(init.headers)
      if (cookie !== '') headers.set('cookie', cookie)
      const answer = await send(address, { ...init, headers, redirect: 'manual' })
      for (const line of answer.headers.getSetCookie()) {
        lines.push(line)
        const [pair = '', ...rules] = line.split(';').map((part) => part.trim())
        const name = pair.slice(0, pair.indexOf('='))
        const path = rules.find((rule) => /^path=/i.test(rule))?.slice(5) ?? '/'
        const key = `${name} ${path}`
        const isGone = rules.some((rule) => /^expires=Thu, 01 Jan 1970/i.test(rule))
        if (isGone) jar.delete(key)
        else jar.set(key, { name, value: pair.slice(pair.indexOf('=') + 1), path })
      }
      return answer
    },
  }
}

export type SignedIn = {
  readonly accessToken: string
  readonly idToken: string
  readonly refreshToken: string
  readonly browser: Browser
  /** The browser's session, as a `Cookie` header. */
  readonly cookies: string
  /** Calls with the access token, within a project where one is named. */
  api(projectId?: string): Api
}

/** Where a sign-in begins, and what must be shown at its end. */
export const authorizeAt = (url: string, more: Record<string, string> = {}) => {
  const verifier = randomBytes(32).toString('base64url')
  const query = new URLSearchParams({
    client_id: 'sonde-web',
    response_type: 'code',
    redirect_uri: url,
    scope: 'openid profile email offline_access',
    audience: `${url}/api`,
    state: randomBytes(8).toString('hex'),
    nonce: 'n',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...more,
  })
  return { address: `${url}/authorize?${query}`, verifier }
}

/** Opens the sign-in page of a browser that has no session; answers its path. */
export const openSignIn = async (url: string, browser: Browser, more: Record<string, string> = {}) => {
  const { address, verifier } = authorizeAt(url, more)
  const answer = await browser.ask(address)
  const page = new URL(answer.headers.get('location') ?? '', url)
  if (!page.pathname.startsWith('/interaction/')) throw new Error(`No sign-in page: ${answer.status} ${page}`)
  return { page: page.pathname, verifier }
}

/** Types email and password into the sign-in page. */
export const typePassword = (url: string, browser: Browser, page: string, email: string, password: string) =>
  browser.ask(`${url}${page}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email, password }),
  })

export const exchangeTokens = async (url: string, browser: Browser, form: Record<string, string>) => {
  const answer = await browser.ask(`${url}/oauth/token`, {
    method: 'POST',
    headers: { origin: url },
    body: new URLSearchParams({ client_id: 'sonde-web', ...form }),
  })
  // What the provider answers is checked by the test that reads it.
  return { status: answer.status, body: (await answer.json()) as Record<string, string> }
}

/** A whole sign-in as a browser does it: authorization code with PKCE. `server` is anything with the address people use. */
export const signIn = async (
  server: { readonly url: string },
  email: string,
  password: string,
  browser: Browser = openBrowser(),
): Promise<SignedIn> => {
  const { url } = server
  const { page, verifier } = await openSignIn(url, browser)
  const answer = await typePassword(url, browser, page, email, password)
  if (answer.status !== 200) throw new Error(`Signing in as ${email}: ${answer.status} ${await answer.text()}`)
  const { redirect_to } = (await answer.json()) as { redirect_to: string }
  const back = await browser.ask(redirect_to)
  const code = new URL(back.headers.get('location') ?? '', url).searchParams.get('code')
  if (!code) throw new Error(`No code: ${back.status} ${back.headers.get('location')} ${await back.text()}`)
  const tokens = await exchangeTokens(url, browser, {
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
    redirect_uri: url,
  })
  if (tokens.status !== 200) throw new Error(`No tokens: ${JSON.stringify(tokens.body)}`)
  const { access_token = '', id_token = '', refresh_token = '' } = tokens.body
  return {
    accessToken: access_token,
    idToken: id_token,
    refreshToken: refresh_token,
    browser,
    cookies: browser.cookies('/authorize'),
    api: (projectId) => withProject(apiWith(url, access_token), projectId),
  }
}

/** The same calls, within a project. */
const withProject = (api: Api, projectId: string | undefined): Api => {
  if (projectId === undefined) return api
  return apiWith(api.base, api.key, { 'sonde-project-id': projectId })
}
