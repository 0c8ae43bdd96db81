import type { Pair } from './request.ts'
import type { ResponseHead } from './response-head.ts'

/** Headers that belong to a connection of HTTP/1.1, and that HTTP/2 forbids (RFC 9113, 8.2.2). */
const ofConnection = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
  'http2-settings',
])

const nonAscii = /[^\0-\x7f]/

/** Node writes and reads header values as Latin-1; both sides of this agent use UTF-8 where it is more than ASCII. */
const toWire = (value: string): string => (nonAscii.test(value) ? Buffer.from(value).toString('latin1') : value)
const fromWire = (value: string): string => {
  if (!nonAscii.test(value)) return value
  const bytes = Buffer.from(value, 'latin1')
  const text = bytes.toString('utf8')
  return text.includes('\ufffd') ? value : text
}

/** The headers of a request as HTTP/2 sends them: in lower case, without those of a connection. Host is sent as `:authority`. */
export const http2Headers = (headers: readonly Pair[]): Pair[] =>
  headers
    .map(({ key, value }) => ({ key: key.toLowerCase(), value }))
    .filter(({ key, value }) => !ofConnection.has(key) && (key !== 'te' || value.trim().toLowerCase() === 'trailers'))

/** The header block of a request, in the form that Node takes. Headers of one name become a list. */
export const headerBlock = (method: string, url: URL, headers: readonly Pair[]): Record<string, string | string[]> => {
  const block: Record<string, string | string[]> = {
    ':method': method,
    ':scheme': url.protocol.slice(0, -1),
    ':authority': toWire(headers.find(({ key }) => key === 'host')?.value ?? url.host),
    ':path': url.pathname + url.search,
  }
  for (const { key, value } of headers) {
    if (key === 'host') continue
    const before = block[key]
    block[key] = before === undefined ? toWire(value) : [before, toWire(value)].flat()
  }
  return block
}

/** The head of a response from Node's flat list of names and values. */
export const headOf = (raw: readonly string[]): ResponseHead => {
  const head: ResponseHead = { statusCode: 0, statusText: '', headers: [] }
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const key = raw[at] ?? ''
    const value = raw[at + 1] ?? ''
    if (key === ':status') head.statusCode = Number(value)
    else if (!key.startsWith(':')) head.headers.push({ key, value: fromWire(value) })
  }
  return head
}
