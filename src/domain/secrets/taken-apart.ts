import { jsonReading, percentReading, textOf } from './escapes.ts'

/** Length of the parts by which a secret is found that a receiver has taken apart. Shorter ones are in many texts by chance. */
const PART_LENGTH = 8
/** Fewer different letters, as in an indentation, are in many texts by chance. */
const MIN_DIFFERENT = 4
/** Secrets beyond it, such as documents and keys, are only found whole: their parts would be too many to search for. */
const MAX_LENGTH = 512

/** Letters that no parser of addresses, forms or documents reads as something else. */
const PLAIN = /^[A-Za-z0-9._~-]*$/
/** Marks between the parts of an address or a document. */
const CUTS = /[/\\?#&=;:,@"{}[\]\s]+/
const ADDRESS = /^\s*https?:\/\/[^/?#\\]*/i

/** Whether a secret is a whole JSON document, and not a password that begins like one. */
const isDocument = (text: string): boolean => {
  if (!/^\s*[{[]/.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Whether a receiver may read a secret as something else, where it is sent without being encoded. */
export const mayChange = (secret: string): boolean => !PLAIN.test(secret)

/** Percent escapes decoded, with `+` read as a space or as itself. */
const decoded = (text: string): string[] => {
  if (!text.includes('%') && !text.includes('+')) return []
  const read = textOf(percentReading(text)).replaceAll('\uffff', '\ufffd')
  return [read, read.replaceAll('+', ' '), text.replaceAll('+', ' ')]
}

/**
 * Returns a secret as receivers read it: without the spaces around it and the line breaks and tabs that address parsers drop, decoded as a form, an
 * address or a JSON text, and a backslash as a slash. The secret itself is not among them.
 */
export const formsReceived = (secret: string): string[] => {
  if (!mayChange(secret)) return []
  const stripped = secret.replace(/[\t\r\n]/g, '')
  const written = [secret, secret.trim(), stripped, stripped.trim(), stripped.replaceAll('\\', '/')]
  const json = secret.includes('\\') ? [textOf(jsonReading(secret))] : []
  const forms = new Set([...written, ...json, ...[...new Set(written)].flatMap(decoded)])
  forms.delete(secret)
  return [...forms]
}

/** Parts of an address or a document that are no common words: those with a digit, and the path that has one. */
const namedParts = (secret: string): string[] => {
  const rest = secret.replace(ADDRESS, '')
  const parts = rest.split(CUTS).filter((part) => part.length >= PART_LENGTH && /\d/.test(part))
  if (parts.length === 0) return []
  const sent = rest.replace(/#.*$/s, '')
  const paths = rest === secret ? [] : [sent, sent.replace(/\?.*$/s, '')]
  const found = [...parts, ...paths.filter((path) => path.length >= PART_LENGTH)]
  return [...new Set([...found, ...found.flatMap(formsReceived)])]
}

const windowsOf = (text: string): string[] =>
  Array.from({ length: Math.max(0, text.length - PART_LENGTH + 1) }, (_, at) => text.slice(at, at + PART_LENGTH))

/**
 * Returns texts of which a receiver's reading of a secret holds at least one wherever eight letters of it stand together. Parsers cut an address
 * or a form at marks that are letters of the secret, and join its first letters with an escape before it, so that the whole is nowhere. Of a
 * secret that is an address or a document only parts with a digit: its other words, such as `https://` and `password`, are in many texts.
 */
export const partsOf = (secret: string): string[] => {
  if (secret.length > MAX_LENGTH) return []
  if (ADDRESS.test(secret) || isDocument(secret)) return namedParts(secret)
  const windows = [secret, ...formsReceived(secret)].flatMap(windowsOf)
  return [...new Set(windows)].filter((part) => new Set(part).size >= MIN_DIFFERENT)
}

/** Returns the secrets of a message, with what receivers read them as, and the parts of those that are addresses, which receivers quote. */
export const quotedForms = (secrets: readonly string[]): string[] =>
  secrets.flatMap((secret) => [secret, ...formsReceived(secret), ...(ADDRESS.test(secret) ? namedParts(secret) : [])])
