import { isIP } from 'node:net'
import { cookieDate } from './cookie-date.ts'

type Cookie = {
  readonly name: string
  readonly value: string
  readonly domain: string
  readonly hostOnly: boolean
  readonly path: string
  readonly secure: boolean
  /** Milliseconds since 1970; infinite for one that ends with the call or workflow. */
  readonly expiresMs: number
  /** A number that grows with each cookie of a new name, domain and path. */
  readonly created: number
  /** A number that grows with each use. */
  used: number
}

/** The least that RFC 6265, 6.1, asks of a client, as the most of one call or workflow. */
const MAX_OF_DOMAIN = 50
const MAX_COOKIES = 3_000
const MAX_COOKIE_LENGTH = 4_096

// biome-ignore lint/suspicious/noControlCharactersInRegex: they must not get from a response into a request
const unsafe = /[\u0000-\u001f\u007f]/

const domainMatches = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`)

const pathMatches = (path: string, of: string): boolean =>
  path === of || (path.startsWith(of) && (of.endsWith('/') || path[of.length] === '/'))

/** RFC 6265, 5.1.4 */
const defaultPath = (path: string): string => path.slice(0, Math.max(1, path.lastIndexOf('/')))

/** The end of a cookie (RFC 6265, 5.3): `Max-Age` goes before `Expires`, and what is neither a number nor a date says nothing. */
const expiryOf = (attributes: ReadonlyMap<string, string>, nowMs: number): number => {
  const maxAge = attributes.get('max-age')
  if (maxAge !== undefined && /^-?\d+$/.test(maxAge)) {
    const seconds = Number(maxAge)
    return seconds <= 0 ? Number.NEGATIVE_INFINITY : nowMs + seconds * 1000
  }
  return cookieDate(attributes.get('expires') ?? '') ?? Number.POSITIVE_INFINITY
}

/** The attributes of a Set-Cookie header, of each the last one. An empty domain says nothing (RFC 6265, 5.2.3). */
const attributesIn = (parts: readonly string[]): ReadonlyMap<string, string> => {
  const attributes = new Map<string, string>()
  for (const part of parts) {
    const [name = '', ...values] = part.split('=')
    const key = name.trim().toLowerCase()
    const value = values.join('=').trim()
    if (key !== 'domain' || value !== '') attributes.set(key, value)
  }
  return attributes
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
  #count = 0

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
    const attributes = attributesIn(rest)
    const host = url.hostname
    const asked = (attributes.get('domain') ?? '').toLowerCase().replace(/^\./, '')
    const isWhole = isIP(host) !== 0 || !asked.includes('.')
    // One host of a domain may set a cookie for all of them; an address, or a name without a dot, only its own.
    const hostOnly = asked === '' || (asked === host && isWhole)
    if (!hostOnly && (isWhole || !domainMatches(host, asked))) return
    const secure = attributes.has('secure')
    if (secure && url.protocol !== 'https:') return
    const path = attributes.get('path')
    const domain = hostOnly ? host : asked
    const at = path?.startsWith('/') ? path : defaultPath(url.pathname)
    const before = this.#cookies.findIndex(
      (other) => other.name === name && other.domain === domain && other.path === at,
    )
    const [replaced] = before >= 0 ? this.#cookies.splice(before, 1) : []
    const expiresMs = expiryOf(attributes, nowMs)
    if (expiresMs <= nowMs) return
    // A cookie that is set anew stays as old as it was (RFC 6265, 5.3, 11).
    const created = replaced?.created ?? ++this.#count
    this.#cookies.push({ name, value, domain, hostOnly, path: at, secure, expiresMs, created, used: ++this.#count })
    this.#evict(domain, nowMs)
  }

  /** Makes room: expired ones go first, then those of a domain with too many, then any, the least lately used before others. */
  #evict(domain: string, nowMs: number): void {
    const drop = (excess: number, of: (cookie: Cookie) => boolean): void => {
      if (excess <= 0) return
      const oldest = this.#cookies.filter(of).sort((a, b) => a.used - b.used)
      for (const cookie of oldest.slice(0, excess)) this.#cookies.splice(this.#cookies.indexOf(cookie), 1)
    }
    const ofDomain = (cookie: Cookie) => cookie.domain === domain
    drop(this.#cookies.length, ({ expiresMs }) => expiresMs <= nowMs)
    drop(this.#cookies.filter(ofDomain).length - MAX_OF_DOMAIN, ofDomain)
    drop(this.#cookies.length - MAX_COOKIES, () => true)
  }

  /**
   * The value of the Cookie header for `url`: the cookies of the call's own header, unless a response has set one of the same name, then
   * the stored ones, those of longer paths first and older ones before newer ones (RFC 6265, 5.4). Empty if there is none.
   */
  headerFor(url: URL, own: string, nowMs: number): string {
    const fitting = this.#cookies
      .filter(({ domain, hostOnly }) => (hostOnly ? url.hostname === domain : domainMatches(url.hostname, domain)))
      .filter(({ path, secure }) => pathMatches(url.pathname, path) && (!secure || url.protocol === 'https:'))
      .filter(({ expiresMs }) => expiresMs > nowMs)
      .sort((a, b) => b.path.length - a.path.length || a.created - b.created)
    if (fitting.length === 0) return own
    for (const cookie of fitting) cookie.used = ++this.#count
    const names = new Set(fitting.map(({ name }) => name))
    const kept = pairsOf(own).filter((pair) => !names.has(pair.slice(0, pair.indexOf('=')).trim()))
    return [...kept, ...fitting.map(({ name, value }) => `${name}=${value}`)].join('; ')
  }
}
