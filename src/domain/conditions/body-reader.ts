import { parseJson } from '../core/exact-json.ts'
import { type Engines, isUnreadable, type XmlDocument } from './engines.ts'
import type { Outcome } from './outcome.ts'
import { lacking, type Reading, unable } from './reading.ts'
import type { Json } from './values.ts'

const NO_TEXT = lacking('The response body is empty or is no text.')
const TOO_LARGE = unable('The response body is too large to parse: more than 1 MiB.')
/** A body of which only the beginning was read, where what follows could decide otherwise. */
export const CUT = unable('Only the beginning of the response body was read, and what follows could decide otherwise.')
const ENTITIES = unable('The XML declares entities, which conditions do not expand.')

/** The body of a response, parsed once for all conditions. */
export class BodyReader {
  readonly #text: string | null
  /** Whether only the beginning of the body is known. */
  readonly isCut: boolean
  readonly #unread: ReturnType<typeof unable> | null
  #json: Reading<Json> | null = null
  #xml: Reading<XmlDocument> | null = null

  constructor({ body, isCut, unread }: Pick<Outcome, 'body' | 'isCut' | 'unread'>) {
    this.#text = body
    this.isCut = isCut ?? false
    this.#unread = unread === undefined ? null : unable(unread)
  }

  /** The text of the body, or of its beginning. */
  text(): Reading<string> {
    if (this.#unread) return this.#unread
    return this.#text === null ? NO_TEXT : { value: this.#text }
  }

  json(): Reading<Json> {
    this.#json ??= this.#whole(parsedJson)
    return this.#json
  }

  xml(engines: Engines): Reading<XmlDocument> {
    this.#xml ??= this.#whole((text) => parsedXml(text, engines))
    return this.#xml
  }

  #whole<Read>(parse: (text: string) => Reading<Read>): Reading<Read> {
    if (this.#unread) return this.#unread
    if (this.#text === null || this.#text.trim() === '') return NO_TEXT
    return this.isCut ? TOO_LARGE : parse(this.#text)
  }
}

const parsedJson = (text: string): Reading<Json> => {
  try {
    // RFC 8259 section 8.1 lets a parser ignore a byte order mark.
    return { value: parseJson(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text) as Json }
  } catch {
    return lacking('The response body is not JSON.')
  }
}

const parsedXml = (text: string, engines: Engines): Reading<XmlDocument> => {
  if (text.includes('<!ENTITY')) return ENTITIES
  const document = engines.xml(text)
  return isUnreadable(document) ? lacking('The response body is not well-formed XML.') : { value: document }
}
