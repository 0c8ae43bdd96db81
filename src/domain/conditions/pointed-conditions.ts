import type { Condition, Source } from './operators.ts'
import { isList, isRecord, type Json, textOf } from './values.ts'

/** Longest expected value that is filled in; a longer text is only demanded to exist. */
const MAX_FILLED_LENGTH = 1_000
/** Longest property that the API takes. */
const MAX_PROPERTY_LENGTH = 1_024

/** A condition without an id, as it is made of a value in a response. */
type Made = Condition

const PLAIN_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/

/** A name in brackets: in single quotes where that needs no escape, else as a JSON string, which RFC 9535 reads. */
const quoted = (name: string): string => (/^[^'\\\p{Cc}]*$/u.test(name) ? `['${name}']` : `[${JSON.stringify(name)}]`)

/** The JSON path of a value by the names and indexes that lead to it. Names that are no plain words are quoted. */
const jsonPathOf = (steps: readonly (string | number)[]): string =>
  `$${steps
    .map((step) => (typeof step === 'number' ? `[${step}]` : PLAIN_NAME.test(step) ? `.${step}` : quoted(step)))
    .join('')}`

const made = (source: Source, property: string | null, condition: Condition['condition'], val?: string): Made => ({
  source,
  property,
  condition,
  val: val ?? null,
})

/** The part of a condition that compares with a text: a text that cannot be repeated is only demanded to exist. */
const sameAs = (source: Source, property: string, text: string): Made =>
  text.length > MAX_FILLED_LENGTH ? made(source, property, 'exists') : made(source, property, 'eq', text)

/**
 * A condition that holds for a value in a JSON body as it is now: its text or number, its truth, the length of a list, or that an object
 * exists. Null if its path is too long to be kept.
 */
export const conditionOfJson = (steps: readonly (string | number)[], value: Json): Made | null => {
  const path = jsonPathOf(steps)
  if (path.length > MAX_PROPERTY_LENGTH - 10) return null
  if (typeof value === 'boolean') return made('json', path, value ? 'true' : 'false')
  if (value === null) return made('json', path, 'type', 'null')
  if (isList(value)) return made('json', `${path}|length`, 'eq', String(value.length))
  if (isRecord(value)) return made('json', path, 'exists')
  return sameAs('json', path, textOf(value) ?? '')
}

/** A condition that a header has its present value. */
export const conditionOfHeader = (name: string, value: string): Made => sameAs('header', name.toLowerCase(), value)

/** A condition that a cookie has its present value. */
export const conditionOfCookie = (name: string, value: string): Made => sameAs('cookie', name, value)

/** A condition that the status code stays as it is. */
export const conditionOfStatus = (code: number): Made => made('http_code', null, 'eq', String(code))

/** The next round number above a figure: 1, 2 or 5 times a power of ten. */
const roundAbove = (figure: number): number => {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, figure)))
  return [1, 2, 5, 10].map((factor) => factor * power).find((limit) => limit > figure) ?? 10 * power
}

/** A condition that a latency stays below the round number above twice its present value: the next run is never as long. */
export const conditionOfLatency = (metric: string, ms: number): Made => ({
  ...made('latency', metric, 'lt', String(roundAbove(ms * 2))),
})

/** A condition that the body stays below the round number above twice its present size. */
export const conditionOfSize = (bytes: number): Made => made('size', null, 'lt', String(roundAbove(bytes * 2)))

/** A condition about a fact of the connection or the redirects. Days until a certificate expires are demanded to stay above 14. */
export const conditionOfFact = (source: 'tls' | 'redirects', fact: string, value: Json): Made => {
  if (source === 'tls' && fact === 'days_to_expiry') return made('tls', fact, 'gt', '14')
  if (source === 'redirects' && fact === 'count') return made('redirects', fact, 'le', textOf(value) ?? '0')
  if (isList(value)) return made(source, fact, 'contains', textOf(value.at(-1)) ?? '')
  return sameAs(source, fact, textOf(value) ?? '')
}

/** A condition that the body contains a piece of it. */
export const conditionOfText = (piece: string): Made =>
  made('text', null, 'contains', piece.slice(0, MAX_FILLED_LENGTH))

/** A condition that an element or attribute of an XML body has its present text. */
export const conditionOfXml = (path: string, text: string): Made | null =>
  path.length > MAX_PROPERTY_LENGTH ? null : sameAs('xml', path, text)
