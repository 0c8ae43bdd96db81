import { isUtf8 } from 'node:buffer'
import { labelToName, TextDecoder } from '@exodus/bytes/encoding.js'
import sniffHtml from 'html-encoding-sniffer'

/** Media types whose bodies are texts, whatever their bytes are (https://mimesniff.spec.whatwg.org, and what APIs send besides). */
const TEXT_TYPE =
  /^(?:text\/|application\/(?:.*[+.-])?(?:json|jsonl|ndjson|xml|yaml|toml|javascript|ecmascript|graphql|sql|x-www-form-urlencoded)$|.*\+(?:json|xml|yaml)$)/
const HTML_TYPE = /^(?:text\/html|)$/
const XML_TYPE = /^(?:(?:text|application)\/xml|.*\+xml|)$/
const JSON_TYPE = /[/+](?:json|jsonl|ndjson|x-ndjson)$/

/** The encoding in the declaration of XML, of which the first bytes are ASCII (https://www.w3.org/TR/xml/#sec-guessing). */
const XML_ENCODING = /^<\?xml[ \t\r\n][^>]*?\bencoding[ \t\r\n]*=[ \t\r\n]*["']([A-Za-z][\w.-]*)["']/
const DECLARATION_BYTES = 256

/** The characters of binary data (https://mimesniff.spec.whatwg.org/#binary-data-byte), and what no encoding has. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
const BINARY = /[\u0000-\u0008\u000b\u000e-\u001a\u001c-\u001f\ufffd]/

const typeOf = (contentType: string): string => (contentType.split(';', 1)[0] ?? '').trim().toLowerCase()

const charsetIn = (contentType: string): string | null => {
  // A quoted value of another parameter may have the word in it (RFC 9110, 5.6.6).
  for (const [, name = '', value = ''] of contentType.matchAll(/;\s*([^\s=;]+)\s*=\s*("(?:\\.|[^"\\])*"?|[^;]*)/g))
    if (name.toLowerCase() === 'charset') return /[^"'\s]+/.exec(value)?.[0] ?? null
  return null
}

/** The name of an encoding that can be decoded; null for labels that the standard does not know, or replaces. */
const named = (label: string | null): string | null => {
  const name = label === null ? null : labelToName(label)
  return name === 'replacement' ? null : name
}

const UTF16_STARTS = { 'UTF-16LE': Buffer.from('<?', 'utf16le'), 'UTF-16BE': Buffer.from('<?', 'utf16le').swap16() }

/** The encoding that a document of XML begins in, or names. What says UTF-16 in single bytes is UTF-8. */
const declaredIn = (bytes: Buffer): string | null => {
  for (const [name, start] of Object.entries(UTF16_STARTS)) if (bytes.subarray(0, 4).equals(start)) return name
  const found = named(XML_ENCODING.exec(bytes.toString('latin1', 0, DECLARATION_BYTES))?.[1] ?? null)
  return found?.startsWith('UTF-16') ? 'UTF-8' : found
}

/**
 * The encoding of a body by the WHATWG Encoding standard: its byte order mark, the charset of its content type, what the XML or HTML says
 * of itself, or UTF-8. JSON is UTF-8 (RFC 8259, 8.1) where its bytes are.
 */
export const encodingOf = (bytes: Buffer, contentType: string, isValidUtf8 = isUtf8(bytes)): string => {
  const type = typeOf(contentType)
  const charset = named(charsetIn(contentType))
  if (isValidUtf8 && JSON_TYPE.test(type)) return 'UTF-8'
  const declared = charset ?? (XML_TYPE.test(type) ? declaredIn(bytes) : null)
  // It reads byte order marks too, which go first.
  return sniffHtml(bytes, {
    xml: !HTML_TYPE.test(type),
    defaultEncoding: 'UTF-8',
    ...(declared !== null && { transportLayerEncodingLabel: declared }),
  })
}

/** The text of a body without its byte order mark: bytes that its encoding does not have are U+FFFD. `isCut`: a torn last character is left out. */
export const textOfBytes = (bytes: Buffer, contentType: string, isCut: boolean): string => {
  const isValidUtf8 = isUtf8(bytes)
  const encoding = encodingOf(bytes, contentType, isValidUtf8)
  if (encoding === 'UTF-8' && isValidUtf8) return bytes.toString('utf8', startsWithMark(bytes) ? 3 : 0)
  return new TextDecoder(encoding).decode(bytes, { stream: isCut })
}

const startsWithMark = (bytes: Buffer): boolean => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf

/** Whether people read a body as its text, and not as bytes: by its content type, else by the text. */
export const isReadable = (text: string, contentType: string): boolean =>
  TEXT_TYPE.test(typeOf(contentType)) || !BINARY.test(text)

/** Whether the beginning of a body is UTF-8 without binary data, so that secrets in it are masked as texts. */
export const isUtf8Text = (beginning: Buffer): boolean =>
  !BINARY.test(new TextDecoder().decode(beginning, { stream: true }))
