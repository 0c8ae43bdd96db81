import { isUtf8 } from 'node:buffer'
import type { Pair } from './request.ts'

/** Status line and headers of a response, with their order and duplicates. `oddities`: sentences about what breaks HTTP, and was read. */
export type ResponseHead = {
  statusCode: number
  statusText: string
  headers: Pair[]
  oddities?: readonly string[]
}

/** Quotes the beginning of what a server sent, masked, because it may echo a secret. */
export type Quote = (text: string, most: number) => string

/** Odd lines that are quoted; further ones are counted. */
const MOST_QUOTED = 3

const strictStatus = /^HTTP\/1\.[01] ([1-9]\d\d)(?: (.*))?$/
/** Status lines that curl and browsers read all the same. */
const looseStatus = /^http\/\d+(?:\.\d+)?[ \t]+([1-9]\d\d)(?:[ \t]+(.*))?$/i
/** A header name. */
export const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused.
const control = /[\u0000-\u001f\u007f]/

/** Headers that say where the body ends. Read otherwise than a proxy reads them, they would make another response of it. */
const FRAMING: ReadonlySet<string> = new Set(['content-length', 'transfer-encoding'])

/** Bytes of a head as a text: UTF-8, or Latin-1 where they are none. */
export const textOf = (bytes: Buffer): string => (isUtf8(bytes) ? bytes.toString('utf8') : bytes.toString('latin1'))

/** The head's lines, with folded lines (RFC 9112, 5.2) joined. */
const linesOf = (head: string): string[] => {
  const lines: string[] = []
  for (const raw of head.split('\n')) {
    const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw
    if ((line.startsWith(' ') || line.startsWith('\t')) && lines.length > 1)
      lines.push(`${lines.pop() ?? ''} ${line.trim()}`)
    else if (line !== '') lines.push(line)
  }
  return lines
}

/** A header line whose name is no token. `pair` is null where it is passed over, and `refused` where it could change where the body ends. */
const oddField = (name: string, value: string): { pair: Pair | null; refused: boolean } => {
  const key = name.trim()
  const isFraming = FRAMING.has(key.toLowerCase().replace(/[\s_]+/g, '-'))
  return { pair: key === '' ? null : { key, value }, refused: isFraming || control.test(key) }
}

/** Sentences about lines that break a standard, `RFC 9112`, of which the first are quoted. */
export const odditiesIn = (odd: readonly string[], standard: string, quote: Quote): readonly string[] => {
  if (odd.length === 0) return []
  const quoted = odd.slice(0, MOST_QUOTED).map((line) => quote(line, 80))
  const further = odd.length - quoted.length
  const lines = further > 0 ? `${quoted.join(', ')} and ${further} more` : quoted.join(', ')
  return [`the head of the response breaks HTTP (${standard}), and other programs may refuse it: ${lines}`]
}

/**
 * Parses a response head; returns a sentence if it is invalid. What curl and browsers read is read, and noted as an oddity, unless it could
 * change where the body ends.
 */
export const parseHead = (bytes: Buffer, quote: Quote): ResponseHead | string => {
  const [first = '', ...fields] = linesOf(textOf(bytes))
  const strict = strictStatus.exec(first)
  const status = strict ?? looseStatus.exec(first)
  if (!status) return `the status line is ${quote(first, 80)}`
  const headers: Pair[] = []
  const odd = strict ? [] : [first]
  for (const field of fields) {
    const colon = field.indexOf(':')
    const key = field.slice(0, Math.max(colon, 0))
    const value = field.slice(colon + 1).trim()
    if (token.test(key)) {
      headers.push({ key, value })
      continue
    }
    const { pair, refused } = oddField(colon < 0 ? '' : key, value)
    if (refused) return `a header line is ${quote(field, 80)}`
    if (pair) headers.push(pair)
    odd.push(field)
  }
  const oddities = odditiesIn(odd, 'RFC 9112', quote)
  return {
    statusCode: Number(status[1]),
    statusText: status[2] ?? '',
    headers,
    ...(oddities.length > 0 && { oddities }),
  }
}
