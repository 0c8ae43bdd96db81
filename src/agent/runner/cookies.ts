import { isIP } from 'node:net'

type Cookie = { name: string; value: string; domain: string; hostOnly: boolean; path: string; secure: boolean }

/** Minimum limits that RFC 6265, 6.1 guarantees to servers, used as the maximum for one call or workflow. */
const MAX_COOKIES = 50
const MAX_COOKIE_LENGTH = 4_096

// biome-ignore lint/suspicious/noControlCharactersInRegex: they must not get from a response into a request
const unsafe = /[\u0000-\u001f\u007f]/

const domainMatches = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`)

const pathMatches = (path: string, of: string): boolean =>
  path === of || (path.startsWith(of) && (of.endsWith('/') || path[of.length] === '/'))

/** RFC 6265, 5.1.4 */
const defaultPath = (path: string): string => path.slice(0, Math.max(1, path.lastIndexOf('/')))

const expired = (attributes: ReadonlyMap<string, string>, nowMs: number): boolean => {
  const maxAge = attributes.get('max-age')
  if (maxAge !== undefined && /^-?\d+$/.test(maxAge)) return Number(maxAge) <= 0
  const expires = Date.parse(attributes.get('expires') ?? '')
  return !Number.isNaN(expires) && expires <= nowMs
}

/** The `name=value` pairs of a Cookie header's value. */
const pairsOf = (header: string): string[] =>
  header
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '')

/** Cookies that the hops of one call set, or the steps of one workflow. A domain needs a dot, so that no cookie covers all of `com`. */
export class Cookies {
  readonly #cookies: Cookie[] = []

  /** Stores the cookies of a response from `url`. */
  takeAll(headers: readonly { readonly key: string; readonly value: string }[], url: URL, nowMs: number): void {
    for (const { key, value } of headers) if (key.toLowerCase() === 'set-cookie') this.take(value, url, nowMs)
  }

  /** Stores the cookie of a Set-Cookie header that came from `url`. */
  take(setCookie: string, url: URL, nowMs: number): void {
    const [pair = '', ...rest] = setCookie.split(';')
    const equals = pair.indexOf('=')
    const name = pair.slice(0, Math.max(0, equals)).trim()
    const value = pair.slice(equals + 1).trim()
    if (name === '' || pair.length > MAX_COOKIE_LENGTH || unsafe.test(pair)) return
    const attributes = new Map<string, string>()
    for (const attribute of rest) {
      const [key = '', ...values] = attribute.split('=')
      attributes.set(key.trim().toLowerCase(), values.join('=').trim())
    }
    const host = url.hostname
    const asked = (attributes.get('domain') ?? '').toLowerCase().replace(/^\./, '')
    const hostOnly = asked === '' || asked === host
    if (!hostOnly && (isIP(host) !== 0 || !asked.includes('.') || !domainMatches(host, asked))) return
    const secure = attributes.has('secure')
    if (secure && url.protocol !== 'https:') return
    const path = attributes.get('path')
    const cookie: Cookie = {
      name,
      value,
      domain: hostOnly ? host : asked,
      hostOnly,
      path: path?.startsWith('/') ? path : defaultPath(url.pathname),
      secure,
    }
    const at = this.#cookies.findIndex(
      (other) => other.name === name && other.domain === cookie.domain && other.path === cookie.path,
    )
    if (at >= 0) this.#cookies.splice(at, 1)
    if (!expired(attributes, nowMs) && this.#cookies.length < MAX_COOKIES) this.#cookies.push(cookie)
  }

  /**
   * The value of the Cookie header for `url`: the cookies of the call's own header, unless a response has set one of the same name, then
   * the stored ones. Empty if there is none.
   */
  headerFor(url: URL, own: string): string {
    const fitting = this.#cookies
      .filter((cookie) =>
        cookie.hostOnly ? url.hostname === cookie.domain : domainMatches(url.hostname, cookie.domain),
      )
      .filter((cookie) => pathMatches(url.pathname, cookie.path) && (!cookie.secure || url.protocol === 'https:'))
    if (fitting.length === 0) return own
    const names = new Set(fitting.map((cookie) => cookie.name))
    const kept = pairsOf(own).filter((pair) => !names.has(pair.slice(0, pair.indexOf('=')).trim()))
    return [...kept, ...fitting.map((cookie) => `${cookie.name}=${cookie.value}`)].join('; ')
  }
}
