import { TIMEOUT_SECONDS } from '../../contract/monitors/monitors.ts'
import { toBase64 } from '../core/base64.ts'
import { hasPlaceholder } from '../core/placeholders.ts'
import { type CurlBody, curlBody, encodedText } from './curl-body.ts'
import { type CurlOptions, MAX_NOTES } from './curl-options.ts'
import type { CurlPart } from './curl-parts.ts'
import { knownMethod, METHODS } from './monitor-rules.ts'

const encoder = new TextEncoder()

export type Pair = { readonly key: string; readonly value: string }

/** A request in a monitor's format. Missing headers get the agent's defaults: with a body, `Content-Type: application/json`. */
export type CurlRequest = {
  readonly method: string
  readonly url: string
  readonly parameters: Pair[]
  readonly headers: Pair[]
  readonly body: string | null
  /** `base64` where the body is bytes; absent for text. */
  readonly body_encoding?: 'base64'
  /** Parts of a multipart body; absent for any other body. */
  readonly parts?: CurlPart[]
  /** Null where a file is the body, which still has to be chosen; absent for any other body. */
  readonly file_id?: null
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
  if (first === undefined || first === '')
    return { problem: [...notes.slice(0, 3), 'The command contains no URL.'].join(' ') }
  if (others.length > 0) notes.push(`Only the first of ${options.urls.length} URLs is used.`)
  const { url: bare, credentials } = withoutCredentials(hasScheme(first) ? first : `http://${first}`)
  const isQuery = options.isGet && options.data.length > 0
  const sent = options.isGet ? { body: null, notes: [] } : curlBody(options)
  for (const note of sent.notes) notes.push(note)
  const headers = headersOf(options, credentials, sent)
  const seconds = options.seconds === null ? TIMEOUT_SECONDS.usual : Math.ceil(options.seconds)
  if (seconds > TIMEOUT_SECONDS.most) notes.push(`The timeout is limited to ${TIMEOUT_SECONDS.most} seconds.`)
  const queries = [...options.queries, ...(isQuery ? [encodedText(options.data, notes)] : [])]
  return {
    request: {
      method: methodOf(options, sent, notes),
      url: queries.reduce(withQuery, withUploadedName(bare, options)),
      parameters: [],
      headers,
      body: sent.body,
      ...(sent.body_encoding && { body_encoding: sent.body_encoding }),
      ...(sent.parts && { parts: [...sent.parts] }),
      ...(sent.file_id === null && { file_id: null }),
      follow_redirects: options.isFollowing,
      verify_tls: !options.isInsecure,
      timeout_seconds: Math.min(seconds, TIMEOUT_SECONDS.most),
    },
    notes: notes.slice(0, MAX_NOTES),
  }
}

const hasBody = ({ body, parts, file_id }: CurlBody): boolean =>
  body !== null || parts !== undefined || file_id === null

const methodOf = ({ method, isHead, isGet, upload }: CurlOptions, sent: CurlBody, notes: string[]): string => {
  const usual = isHead ? 'HEAD' : upload && !isGet ? 'PUT' : hasBody(sent) ? 'POST' : 'GET'
  if (method === null || method === '') return usual
  const known = knownMethod(method)
  if (known === null)
    notes.push(`The method ${method.slice(0, 40)} is replaced by ${usual}: it must be one of ${METHODS.join(', ')}.`)
  return known ?? usual
}

const hasScheme = (url: string): boolean =>
  /^[a-z][a-z0-9+.-]*:\/\//i.test(url) || hasPlaceholder(url.slice(0, url.indexOf('/') + 1 || undefined))

/** Whether the agent writes a header itself: those of HTTP/2 such as `:authority`, and the length of the body if it is right. */
const isWrittenByAgent = (key: string, value: string, { body, parts }: CurlBody): boolean =>
  key.startsWith(':') ||
  (key.toLowerCase() === 'content-length' &&
    (parts !== undefined || (body !== null && value === String(encoder.encode(body).length))))

const headersOf = (options: CurlOptions, credentials: string | null, sent: CurlBody): Pair[] => {
  const headers = options.headers.flatMap((line): Pair[] => {
    const empty = /^([^:;]+);\s*$/.exec(line)?.[1]
    if (empty !== undefined) return [{ key: empty.trim(), value: '' }]
    // HTTP/2 has names such as `:authority`.
    const colon = line.indexOf(':', 1)
    const [key, value] = [line.slice(0, colon).trim(), line.slice(colon + 1).trim()]
    // A header without a value tells curl to omit one of its own: there is nothing to send.
    if (colon < 1 || value === '') return []
    if (isWrittenByAgent(key, value, sent)) return []
    // Its boundary would not be that of the body.
    return sent.parts && key.toLowerCase() === 'content-type' ? [] : [{ key, value }]
  })
  const isSet = (name: string) => options.headers.some((line) => line.toLowerCase().startsWith(`${name}:`))
  const add = (key: string, value: string | null) => {
    if (value !== null && !isSet(key.toLowerCase())) headers.push({ key, value })
  }
  const user = options.user ?? credentials
  add('Authorization', user === null ? null : `Basic ${base64(user.includes(':') ? user : `${user}:`)}`)
  add('User-Agent', options.userAgent || null)
  add('Referer', options.referer || null)
  add('Cookie', options.cookies.length > 0 ? options.cookies.join('; ') : null)
  const isJson = options.data.some(({ kind }) => kind === 'json')
  if (hasBody(sent) && !sent.parts && !options.upload)
    add('Content-Type', isJson ? 'application/json' : 'application/x-www-form-urlencoded')
  if (isJson) add('Accept', 'application/json')
  return headers
}

const base64 = (text: string): string => toBase64(encoder.encode(text))

const withQuery = (url: string, query: string): string => {
  const [address = '', ...fragment] = url.split('#')
  return [`${address}${address.includes('?') ? '&' : '?'}${query}`, ...fragment].join('#')
}

/** curl appends the name of an uploaded file to a URL that ends with a slash. */
const withUploadedName = (url: string, { upload }: CurlOptions): string =>
  upload && 'file' in upload && url.endsWith('/') ? url + encodeURIComponent(upload.file.replace(/^.*[/\\]/s, '')) : url

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
