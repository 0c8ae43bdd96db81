import { TIMEOUT_SECONDS } from '../../contract/monitors/monitors.ts'
import { toBase64url } from '../core/base64.ts'
import { hasPlaceholder } from '../core/placeholders.ts'
import type { CurlData, CurlOptions } from './curl-options.ts'
import { knownMethod, METHODS } from './monitor-rules.ts'

export type Pair = { readonly key: string; readonly value: string }

/** A request in a monitor's format. Missing headers get the agent's defaults: with a body, `Content-Type: application/json`. */
export type CurlRequest = {
  readonly method: string
  readonly url: string
  readonly parameters: readonly Pair[]
  readonly headers: readonly Pair[]
  readonly body: string | null
  readonly follow_redirects: boolean
  readonly verify_tls: boolean
  readonly timeout_seconds: number
}

/** The parsed request with notes on parts that monitors do not support, or why the command cannot be read. */
export type CurlReading =
  | { readonly request: CurlRequest; readonly notes: readonly string[] }
  | { readonly problem: string }

/** Builds the request that the options describe. */
export const fromCurlOptions = (options: CurlOptions): CurlReading => {
  const notes = [...options.notes]
  const [first, ...others] = options.urls
  if (first === undefined || first === '') return { problem: 'The command contains no URL.' }
  if (others.length > 0) notes.push(`Only the first of ${options.urls.length} URLs is used.`)
  const { url: bare, credentials } = withoutCredentials(hasScheme(first) ? first : `http://${first}`)
  const data = options.data.map(encodedData).join('&')
  const isQuery = options.isGet && options.data.length > 0
  const body = options.data.length > 0 && !options.isGet && !options.isHead ? data : null
  const asked = options.method ?? (options.isHead ? 'HEAD' : body === null ? 'GET' : 'POST')
  const method = knownMethod(asked)
  if (method === null) return { problem: `The method must be one of ${METHODS.join(', ')}, but is ${asked}.` }
  const seconds = options.seconds === null ? TIMEOUT_SECONDS.usual : Math.ceil(options.seconds)
  if (seconds > TIMEOUT_SECONDS.most) notes.push(`The timeout is limited to ${TIMEOUT_SECONDS.most} seconds.`)
  return {
    request: {
      method,
      url: isQuery ? withQuery(bare, data) : bare,
      parameters: [],
      headers: headersOf(options, credentials, body),
      body,
      follow_redirects: options.isFollowing,
      verify_tls: !options.isInsecure,
      timeout_seconds: Math.min(seconds, TIMEOUT_SECONDS.most),
    },
    notes,
  }
}

const hasScheme = (url: string): boolean =>
  /^[a-z][a-z0-9+.-]*:\/\//i.test(url) || hasPlaceholder(url.slice(0, url.indexOf('/') + 1 || undefined))

const headersOf = (options: CurlOptions, credentials: string | null, body: string | null): Pair[] => {
  const headers = options.headers.flatMap((line): Pair[] => {
    const empty = /^([^:;]+);\s*$/.exec(line)?.[1]
    if (empty !== undefined) return [{ key: empty.trim(), value: '' }]
    const colon = line.indexOf(':')
    const [key, value] = [line.slice(0, colon).trim(), line.slice(colon + 1).trim()]
    // A header without a value tells curl to omit one of its own: there is nothing to send.
    return colon > 0 && value !== '' ? [{ key, value }] : []
  })
  const isSet = (name: string) => options.headers.some((line) => line.toLowerCase().startsWith(`${name}:`))
  const add = (key: string, value: string | null) => {
    if (value !== null && !isSet(key.toLowerCase())) headers.push({ key, value })
  }
  const user = options.user ?? credentials
  add('Authorization', user === null ? null : `Basic ${base64(user.includes(':') ? user : `${user}:`)}`)
  add('User-Agent', options.userAgent)
  add('Referer', options.referer)
  add('Cookie', options.cookies.length > 0 ? options.cookies.join('; ') : null)
  const isJson = options.data.some(({ kind }) => kind === 'json')
  if (body !== null) add('Content-Type', isJson ? 'application/json' : 'application/x-www-form-urlencoded')
  if (isJson) add('Accept', 'application/json')
  return headers
}

const encoder = new TextEncoder()
const base64 = (text: string): string => {
  const plain = toBase64url(encoder.encode(text)).replaceAll('-', '+').replaceAll('_', '/')
  return plain.padEnd(Math.ceil(plain.length / 4) * 4, '=')
}

/** `--data-urlencode` takes `content`, `=content` and `name=content`. */
const encodedData = ({ kind, text }: CurlData): string => {
  if (kind !== 'urlencode') return text
  const equals = text.indexOf('=')
  const name = equals > 0 ? `${text.slice(0, equals)}=` : ''
  return (
    name +
    encodeURIComponent(text.slice(equals + 1)).replace(
      /[!'()*]/g,
      (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
    )
  )
}

const withQuery = (url: string, query: string): string => {
  const [address = '', ...fragment] = url.split('#')
  return [`${address}${address.includes('?') ? '&' : '?'}${query}`, ...fragment].join('#')
}

/** Moves credentials from the URL to a header, because they would show wherever the URL is shown. */
const withoutCredentials = (url: string): { url: string; credentials: string | null } => {
  const [, scheme = '', credentials, rest = ''] = /^([a-z][a-z0-9+.-]*:\/\/)(?:([^/?#]*)@)?(.*)$/is.exec(url) ?? []
  if (credentials === undefined || scheme === '') return { url, credentials: null }
  const [user = '', ...password] = credentials.split(':')
  return { url: scheme + rest, credentials: `${decoded(user)}:${decoded(password.join(':'))}` }
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
