import { TIMEOUT_SECONDS } from '../../contract/monitors/monitors.ts'
import { hasPlaceholder } from '../core/placeholders.ts'
import { authOf } from './curl-auth.ts'
import { type CurlBody, curlBody, encodedText } from './curl-body.ts'
import { detourOfCurl } from './curl-detour.ts'
import { type CurlOptions, MAX_NOTES } from './curl-options.ts'
import { type CurlPart, nameOfFile } from './curl-parts.ts'
import { withQuery } from './curl-query.ts'
import { methodOf, noMethodSentence } from './methods.ts'

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
  readonly connect_to: string | null
  readonly tls_name: string | null
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
  const literal = options.isGlobOff ? first : unglobbed(first, notes)
  const { url: bare, credentials } = withoutCredentials(hasScheme(literal) ? literal : `${options.scheme}://${literal}`)
  const auth = authOf(options, credentials)
  const isQuery = options.isGet && options.data.length > 0
  const sent = options.isGet ? { body: null, notes: [] } : curlBody(options)
  for (const note of sent.notes) notes.push(note)
  const headers = headersOf(options, auth.header, sent, notes)
  const seconds = options.seconds === null ? TIMEOUT_SECONDS.usual : Math.ceil(options.seconds)
  if (seconds > TIMEOUT_SECONDS.most) notes.push(`The timeout is limited to ${TIMEOUT_SECONDS.most} seconds.`)
  const queries = [...options.queries, ...(isQuery ? [encodedText(options.data, notes)] : [])]
  return {
    request: {
      method: sentMethod(options, sent, notes),
      url: queries.reduce(withQuery, withUploadedName(bare, options)),
      parameters: [],
      headers,
      body: sent.body,
      ...(sent.body_encoding && { body_encoding: sent.body_encoding }),
      ...(sent.parts && { parts: [...sent.parts] }),
      ...(sent.file_id === null && { file_id: null }),
      follow_redirects: options.isFollowing,
      verify_tls: !options.isInsecure,
      connect_to: detourOfCurl(options.detours, bare, notes),
      // curl has no option for it.
      tls_name: null,
      timeout_seconds: Math.min(seconds, TIMEOUT_SECONDS.most),
    },
    // A password is not lost among other notes.
    notes: [...auth.notes, ...notes].slice(0, MAX_NOTES),
  }
}

const hasBody = ({ body, parts, file_id }: CurlBody): boolean =>
  body !== null || parts !== undefined || file_id === null

const sentMethod = ({ method, isHead, isGet, upload }: CurlOptions, sent: CurlBody, notes: string[]): string => {
  const usual = isHead ? 'HEAD' : upload && !isGet ? 'PUT' : hasBody(sent) ? 'POST' : 'GET'
  if (method === null || method === '') return usual
  const known = methodOf(method)
  if (known === null)
    notes.push(`The method ${method.slice(0, 40)} is replaced by ${usual}: it ${noMethodSentence(method)}`)
  return known ?? usual
}

const hasScheme = (url: string): boolean =>
  /^[a-z][a-z0-9+.-]*:\/\//i.test(url) || hasPlaceholder(url.slice(0, url.indexOf('/') + 1 || undefined))

/** Whether the agent writes a header itself: those of HTTP/2 such as `:authority`, and the length of the body if it is right. */
const isWrittenByAgent = (key: string, value: string, { body, parts }: CurlBody): boolean =>
  key.startsWith(':') ||
  (key.toLowerCase() === 'content-length' &&
    (parts !== undefined || (body !== null && value === String(encoder.encode(body).length))))

/** Headers that an agent sends by itself. */
const isAgentsOwn = (name: string, sent: CurlBody): boolean =>
  /^(?:accept|host|user-agent)$/i.test(name) || (hasBody(sent) && /^content-(?:length|type)$/i.test(name))

const headersOf = (options: CurlOptions, authorization: string | null, sent: CurlBody, notes: string[]): Pair[] => {
  const omit = (name: string): Pair[] => {
    if (isAgentsOwn(name, sent)) notes.push(`The header ${name} cannot be left out: the agent sends its own.`)
    return []
  }
  const headers = options.headers.flatMap((line): Pair[] => {
    const empty = /^([^:;]+);\s*$/.exec(line)?.[1]
    if (empty !== undefined) return [{ key: empty.trim(), value: '' }]
    // HTTP/2 has names such as `:authority`.
    const colon = line.indexOf(':', 1)
    const [key, value] = [line.slice(0, colon).trim(), line.slice(colon + 1).trim()]
    if (colon < 1) {
      const [word = ''] = line.trim().split(/\s/, 1)
      if (word !== '') notes.push(`The header that begins with “${word.slice(0, 40)}” is left out: it has no colon.`)
      return []
    }
    // A header without a value tells curl to omit one of its own: there is nothing to send.
    if (value === '') return omit(key)
    if (isWrittenByAgent(key, value, sent)) return []
    // Its boundary would not be that of the body.
    return sent.parts && key.toLowerCase() === 'content-type' ? [] : [{ key, value }]
  })
  const given = new Set(options.headers.map((line) => line.toLowerCase().replace(/\s*[:;].*$/s, '')))
  const add = (key: string, value: string | null) => {
    if (value !== null && !given.has(key.toLowerCase())) headers.push({ key, value })
  }
  add('Authorization', authorization)
  add('Range', options.range === null ? null : `bytes=${options.range}`)
  if (options.userAgent === '') omit('User-Agent')
  add('User-Agent', options.userAgent || null)
  add('Referer', options.referer || null)
  add('Cookie', options.cookies.length > 0 ? options.cookies.join('; ') : null)
  const isJson = options.data.some(({ kind }) => kind === 'json')
  if (isJson || (hasBody(sent) && !sent.parts && !options.upload))
    add('Content-Type', isJson ? 'application/json' : 'application/x-www-form-urlencoded')
  if (isJson) add('Accept', 'application/json')
  return headers
}

/** Ranges and sets in a URL, unless a backslash or another brace is before them. */
const GLOB = /(?<!\\)(?:\[[a-z0-9]+-[a-z0-9]+(?::\d+)?\]|(?<!\{)\{[^{}]*\}(?!\}))/gi

/** A URL as curl reads it without `--globoff`: a backslash keeps a bracket or brace, as in what browsers copy. */
const unglobbed = (url: string, notes: string[]): string => {
  for (const [glob] of [...url.matchAll(GLOB)].slice(0, 3))
    notes.push(`curl would make several URLs of “${glob.slice(0, 40)}”: it is sent as it stands.`)
  return url.replace(/\\([[\]{}])/g, '$1')
}

/** curl appends the name of an uploaded file to a path that is empty or ends with a slash. */
const withUploadedName = (url: string, { upload }: CurlOptions): string => {
  if (!upload || !('file' in upload)) return url
  const [, address = '', end = ''] = /^([^?#]*)(.*)$/s.exec(url) ?? []
  const hasPath = /^[^/]*\/\/[^/]*\//.test(address)
  if (hasPath && !address.endsWith('/')) return url
  return `${address}${hasPath ? '' : '/'}${encodeURIComponent(nameOfFile(upload.file))}${end}`
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
