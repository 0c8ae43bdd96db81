import type { Shape } from '../../contract/core/endpoint.ts'
import type { pair } from '../../contract/core/wire.ts'
import type { job } from '../../contract/runs/jobs.ts'
import { type Detour, detourOf } from '../../domain/core/detour.ts'
import { isHeaderName, isHeaderValue } from '../../domain/core/header-rules.ts'
import { methodOf } from '../../domain/monitors/methods.ts'
import { bodyOf, type MadeBody } from './body.ts'
import { type CallFailure, setUpFailure } from './call-failure.ts'
import { type Files, noFiles } from './files.ts'
import { type Fill, fillOf } from './fill.ts'
import { MULTIPART } from './multipart.ts'
import { misdirection } from './secret-guard.ts'
import { unfitProblem, unsetInAddress, unsetProblem } from './unset-variables.ts'

export type Job = Shape<typeof job>
export type Pair = Shape<typeof pair>

/** The request of a hop. `headers` exclude those that each hop adds (Host, Content-Length, Connection, cookies). */
export type Request = {
  method: string
  url: URL
  headers: readonly Pair[]
  /** Null if there is no body. */
  body: Buffer | null
  /** Where the call connects instead of the host of its address; null: nowhere else. */
  detour: Detour | null
  /** The body as results show it, where it is no text; absent: as it is. */
  shownBody?: string
}

/** Headers that the agent sets itself, because configured values could contradict the body that is sent. */
const framing = new Set(['content-length', 'transfer-encoding'])

const hasHeader = (headers: readonly Pair[], name: string): boolean =>
  headers.some((header) => header.key.toLowerCase() === name)

/** The first value of a header; `name` is in lower case. */
export const headerValue = (headers: readonly Pair[], name: string): string | null =>
  headers.find((header) => header.key.toLowerCase() === name)?.value ?? null

/**
 * The codings of a body in the order in which they were applied: those of the content, then those of the transfer but for its chunks (RFC 9112,
 * 7). Null where it has none.
 */
export const bodyCodings = (headers: readonly Pair[]): string | null => {
  const transfer = listHeader(headers, 'transfer-encoding')?.replace(/(?:^|,)\s*chunked\s*$/i, '') ?? ''
  const codings = [listHeader(headers, 'content-encoding') ?? '', transfer].filter((list) => list.trim() !== '')
  return codings.length > 0 ? codings.join(', ') : null
}

/** The values of a header on several lines as one list (RFC 9110, 5.3); null where there is none. `name` is in lower case. */
const listHeader = (headers: readonly Pair[], name: string): string | null => {
  const values = headers.flatMap(({ key, value }) => (key.toLowerCase() === name ? [value] : []))
  return values.length > 0 ? values.join(', ') : null
}

/** `encodeURIComponent` throws for a lone surrogate; like browsers, this encodes it as the replacement character. */
const encoded = (text: string): string => encodeURIComponent(Buffer.from(text).toString())

const addParameters = (url: URL, parameters: readonly Pair[]): void => {
  if (parameters.length === 0) return
  const added = parameters.map(({ key, value }) => `${encoded(key)}=${encoded(value)}`).join('&')
  url.search = url.search.length > 1 ? `${url.search}&${added}` : added
}

/** Decodes percent escapes, unless the text contains an invalid one. */
const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Moves credentials from the URL to a header. */
const takeCredentials = (url: URL, headers: Pair[]): void => {
  if (!url.username && !url.password) return
  const credentials = `${decoded(url.username)}:${decoded(url.password)}`
  url.username = ''
  url.password = ''
  if (!hasHeader(headers, 'authorization'))
    headers.push({ key: 'Authorization', value: `Basic ${Buffer.from(credentials).toString('base64')}` })
}

const addDefaults = (headers: Pair[], body: MadeBody | null, userAgent: string): void => {
  if (!hasHeader(headers, 'user-agent')) headers.push({ key: 'User-Agent', value: userAgent })
  if (!hasHeader(headers, 'accept')) headers.push({ key: 'Accept', value: '*/*' })
  if (body !== null && !hasHeader(headers, 'content-type'))
    headers.push({ key: 'Content-Type', value: body.contentType })
}

const parsedUrl = (text: string): URL | null => {
  try {
    return new URL(text)
  } catch {
    return null
  }
}

/** The address of a call with its parameters; null if it is none. */
export const addressOf = ({ url: template, parameters }: Job['call'], fill: Fill): URL | null => {
  const url = parsedUrl(fill(template).trim())
  const filled = parameters.map(({ key, value }) => ({ key: fill(key), value: fill(value) }))
  if (url) addParameters(url, filled)
  return url
}

/** Builds the request of a job: fills in placeholders, appends parameters and adds missing headers; or returns why it cannot. */
export const prepareRequest = (
  job: Job,
  userAgent: string,
  messages: string[],
  fill: Fill = fillOf(job, messages),
  files: Files = noFiles,
): Request | CallFailure => {
  const fillPair = ({ key, value }: Pair): Pair => ({ key: fill(key), value: fill(value) })

  const { call } = job
  const unusable = unsetProblem(job) ?? unfitProblem(job)
  if (unusable) return setUpFailure(unusable)
  const url = addressOf(call, fill)
  const headers = call.headers.map(fillPair)
  const body = bodyOf(job, fill, files)

  const method = methodOf(call.method)
  if (method === null) return setUpFailure(`${call.method} is not a method that calls can use`)
  if (!url) return setUpFailure(`the URL is not a valid web address${unsetInAddress(job)}`)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return setUpFailure('the URL must start with http:// or https://', url.protocol)
  for (const [index, { key, value }] of headers.entries()) {
    // Not quoted, because someone may have entered a whole header there.
    if (!isHeaderName(key)) return setUpFailure(`the name of header ${index + 1} is not valid`)
    if (!isHeaderValue(value)) return setUpFailure(`the value of the header ${key} contains a line break or a NUL`)
  }

  if (body !== null && 'sentence' in body) return body
  const elsewhere = misdirection(job, url, headers)
  if (elsewhere) return setUpFailure(elsewhere)
  const kept = headers.filter((header) => !framing.has(header.key.toLowerCase()))
  if (kept.length < headers.length) messages.push('Content-Length and Transfer-Encoding are set by the agent')
  if (body?.isMultipart) withoutContentType(kept, messages)
  takeCredentials(url, kept)
  addDefaults(kept, body, userAgent)
  if (url.hash) url.hash = ''
  const shown = body?.shown === undefined ? {} : { shownBody: body.shown }
  return { method, url, headers: kept, body: body?.bytes ?? null, detour: detourOf(call, url), ...shown }
}

/** Removes a configured content type, which cannot name the boundary of a multipart body. */
const withoutContentType = (headers: Pair[], messages: string[]): void => {
  for (let at = headers.length - 1; at >= 0; at--) {
    const { key, value = '' } = headers[at] ?? {}
    if (key?.toLowerCase() !== 'content-type') continue
    headers.splice(at, 1)
    if (value.trim().toLowerCase() !== MULTIPART)
      messages.push('Content-Type is set by the agent: it names the boundary of the multipart body')
  }
}

/** Methods whose content has a meaning: they say that they have none (RFC 9110, 8.6; QUERY is defined by its content). */
const needsLength = new Set(['POST', 'PUT', 'PATCH', 'QUERY'])

/** The headers to send, including those of this hop. `cookies` is the value of the Cookie header, or empty. */
export const wireHeaders = (request: Request, cookies: string): Pair[] => {
  const own = request.headers
  const headers: Pair[] = hasHeader(own, 'host') ? [] : [{ key: 'Host', value: request.url.host }]
  for (const header of own)
    if (!cookies || header.key.toLowerCase() !== 'cookie') headers.push({ key: header.key, value: header.value })
  if (cookies) headers.push({ key: 'Cookie', value: cookies })
  if (request.body !== null || needsLength.has(request.method))
    headers.push({ key: 'Content-Length', value: String(request.body?.length ?? 0) })
  if (!hasHeader(own, 'connection')) headers.push({ key: 'Connection', value: 'close' })
  return headers
}

/** The path and query of an address as they are sent: an empty query keeps its `?` (RFC 3986, 6.2.3), which `search` does not have. */
export const requestTarget = (url: URL): string => {
  const hasEmptyQuery = url.search === '' && url.href.slice(0, url.href.length - url.hash.length).endsWith('?')
  return url.pathname + (hasEmptyQuery ? '?' : url.search)
}

/** The bytes of the request. Header values beyond Latin-1 are sent as UTF-8. */
export const wireBytes = (request: Request, headers: readonly Pair[]): Buffer => {
  let head = `${request.method} ${requestTarget(request.url)} HTTP/1.1\r\n`
  for (const { key, value } of headers) head += `${key}: ${value}\r\n`
  head += '\r\n'
  return request.body ? Buffer.concat([Buffer.from(head), request.body]) : Buffer.from(head)
}
