import type { Json, Value } from './values.ts'

/** An XML document that an engine parsed. */
export type XmlDocument = { readonly nodeType: number }

/** A regular expression. */
export type Pattern = {
  /** The first match: its first group if the pattern has one, else the whole match; undefined if there is none. */
  readonly find: (text: string) => string | undefined
  /** As `find`, in the beginning of a text that goes on: a match that reaches its end may go on too, and is none. */
  readonly findWithin: (beginning: string) => string | undefined
}

/** A text that an engine cannot read, and why, as the rest of a sentence: `is not a JSON path: …`. */
export type Unreadable = { readonly says: string }

export const isUnreadable = (read: object): read is Unreadable => 'says' in read

/**
 * Evaluates expressions that people write, by libraries that interpret them: no text becomes code. Their time is not bounded, so an
 * agent runs them in a worker that can be ended, and so does a browser. Each compiles a text once and keeps it for the next time.
 */
export type Engines = {
  /** Compiles a JSON path. A path that can lead to several values gives a list. */
  readonly path: (text: string) => { readonly find: (document: Json) => Value } | Unreadable
  /** Compiles an XPath. Elements and attributes give their texts; several give a list. */
  readonly xpath: (
    text: string,
  ) =>
    | { readonly find: (document: XmlDocument) => { readonly value: Value } | { readonly failed: string } }
    | Unreadable
  readonly xml: (text: string) => XmlDocument | Unreadable
  readonly pattern: (text: string) => Pattern | Unreadable
  /** Compiles a JSON schema, which says why a value is not valid; null if it is. */
  readonly schema: (text: string) => { readonly fault: (value: Json) => string | null } | Unreadable
}
