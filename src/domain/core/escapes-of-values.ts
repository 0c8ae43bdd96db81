/** `encodeURIComponent` throws for a lone surrogate; like browsers, this encodes it as the replacement character. */
const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd')

/** Characters that XML 1.0 cannot have, not even as a reference (section 2.2). */
const NOT_IN_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u

/** Line breaks and tabs are references, because parsers change them in attributes, and carriage returns everywhere (sections 2.11 and 3.3.3). */
const XML_REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}

/** Ways to write a value into a text of another language, after a bar in a placeholder: `{{ NAME | json }}`. */
export const ESCAPES = {
  json: {
    words: 'between the quotes of a JSON string',
    /** The inside of a JSON string (RFC 8259, section 7). */
    escape: (value: string): string | null => JSON.stringify(value).slice(1, -1),
  },
  xml: {
    words: 'in the text or an attribute of XML',
    /** Null for a value with a character that XML cannot have. */
    escape: (value: string): string | null =>
      NOT_IN_XML.test(value) ? null : value.replace(/[&<>"'\t\n\r]/g, (one) => XML_REFERENCES[one] ?? one),
  },
  url: {
    words: 'in a part of a URL or of a form',
    /** Percent-encoded, except for the unreserved characters of RFC 3986, section 2.3. */
    escape: (value: string): string | null =>
      encodeURIComponent(wellFormed(value)).replace(
        /[!'()*]/g,
        (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
      ),
  },
} as const

export type EscapeName = keyof typeof ESCAPES

/** The names of `ESCAPES`, as a sentence lists them. */
export const ESCAPE_NAMES = Object.keys(ESCAPES) as EscapeName[]

export const isEscapeName = (text: string): text is EscapeName => Object.hasOwn(ESCAPES, text)
