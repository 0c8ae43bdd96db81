import { encodedHeaders } from './hpack.ts'
import { type Pair, requestTarget } from './request.ts'
import { odditiesIn, type Quote, type ResponseHead, token } from './response-head.ts'

/** Headers that belong to a connection of HTTP/1.1, and that HTTP/2 forbids (RFC 9113, 8.2.2). */
const ofConnection = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
  'http2-settings',
])

/** The headers of a request as HTTP/2 sends them: in lower case, without those of a connection. Host is sent as `:authority`. */
export const http2Headers = (headers: readonly Pair[]): Pair[] =>
  headers
    .map(({ key, value }) => ({ key: key.toLowerCase(), value }))
    .filter(({ key, value }) => !ofConnection.has(key) && (key !== 'te' || value.trim().toLowerCase() === 'trailers'))

/** The header block of a request, encoded. Host is sent as `:authority`. */
export const requestBlock = (method: string, url: URL, headers: readonly Pair[]): Buffer =>
  encodedHeaders([
    { key: ':method', value: method },
    { key: ':scheme', value: url.protocol.slice(0, -1) },
    { key: ':authority', value: headers.find(({ key }) => key === 'host')?.value ?? url.host },
    { key: ':path', value: requestTarget(url) },
    ...headers.filter(({ key }) => key !== 'host'),
  ])

const status = /^[1-9]\d\d$/
const upperCase = /[A-Z]/
const refused = /[\0\r\n]/

/** What is wrong with a field of a response; null if HTTP/2 allows it (RFC 9113, 8.2 and 8.3). */
const faultOf = ({ key, value }: Pair): string | null => {
  if (upperCase.test(key)) return 'the name of a header has capital letters'
  if (ofConnection.has(key)) return `the header ${key} belongs to HTTP/1.1`
  return refused.test(value) || refused.test(key) ? 'a header has a line break or NUL' : null
}

/**
 * The head of a response from its fields; the rule that they break, if they break one by which a proxy might read another response. Names
 * and spaces that RFC 9113 forbids otherwise are read, and noted as oddities.
 */
export const headOf = (fields: readonly Pair[], quote: Quote): ResponseHead | string => {
  const [first, ...rest] = fields
  if (first?.key !== ':status' || !status.test(first.value)) return 'it does not begin with a status'
  const head: ResponseHead = { statusCode: Number(first.value), statusText: '', headers: [] }
  const odd: string[] = []
  for (const field of rest) {
    if (field.key.startsWith(':')) return `it has the field ${quote(field.key, 80)} beside its status`
    const fault = faultOf(field)
    if (fault !== null) return fault
    const value = field.value.trim()
    if (!token.test(field.key) || value !== field.value) odd.push(`${field.key}: ${field.value}`)
    if (field.key !== '') head.headers.push({ key: field.key, value })
  }
  const oddities = odditiesIn(odd, 'RFC 9113', quote)
  return oddities.length > 0 ? { ...head, oddities } : head
}
