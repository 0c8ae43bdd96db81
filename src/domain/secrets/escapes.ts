/** An unescaped text in UTF-16 units. The unit at `index` comes from `starts[index]` to `starts[index + 1]` of the source. */
export type Reading = { units: Uint16Array; starts: Int32Array; length: number }

const PERCENT = 0x25
const PLUS = 0x2b
const SPACE = 0x20
const BACKSLASH = 0x5c
const LETTER_U = 0x75
/** Placeholder for a byte that is not text; no pattern contains it. */
const NO_TEXT = 0xffff

const hexDigit = (unit: number): number => {
  if (unit >= 0x30 && unit <= 0x39) return unit - 0x30
  const letter = unit | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1
}

/** The byte of the percent escape at an index, or -1. */
const byteAt = (text: string, at: number): number => {
  if (text.charCodeAt(at) !== PERCENT) return -1
  const high = hexDigit(text.charCodeAt(at + 1))
  const low = hexDigit(text.charCodeAt(at + 2))
  return high < 0 || low < 0 ? -1 : high * 16 + low
}

/** The code point of the UTF-8 percent escapes at an index, and their number; the code is -1 for a byte that is not text. */
const codePointAt = (text: string, at: number, byte: number): { code: number; escapes: number } => {
  if (byte < 0x80) return { code: byte, escapes: 1 }
  const escapes =
    byte >= 0xf0 && byte <= 0xf4 ? 4 : byte >= 0xe0 && byte < 0xf0 ? 3 : byte >= 0xc2 && byte < 0xe0 ? 2 : 1
  let code = escapes === 1 ? -1 : byte & (0xff >> (escapes + 1))
  for (let next = 1; next < escapes; next++) {
    const following = byteAt(text, at + next * 3)
    if (following < 0x80 || following > 0xbf) return { code: -1, escapes: 1 }
    code = code * 64 + (following & 0x3f)
  }
  return { code, escapes }
}

/** Reads spaces as `+`, because an encoded space and a plus cannot be told apart. */
const spaceAsPlus = (unit: number): number => (unit === SPACE ? PLUS : unit)

/** Decodes percent escapes in upper or lower case. */
export const percentReading = (text: string): Reading => {
  const units = new Uint16Array(text.length)
  const starts = new Int32Array(text.length + 1)
  let length = 0
  for (let at = 0; at < text.length; length++) {
    const unit = text.charCodeAt(at)
    const byte = unit === PERCENT ? byteAt(text, at) : -1
    starts[length] = at
    if (byte < 0) {
      units[length] = unit
      at++
      continue
    }
    const { code, escapes } = codePointAt(text, at, byte)
    if (code > 0xffff) {
      units[length] = 0xd800 + ((code - 0x10000) >> 10)
      length++
      units[length] = 0xdc00 + ((code - 0x10000) & 0x3ff)
      starts[length] = at
    } else units[length] = code < 0 ? NO_TEXT : spaceAsPlus(code)
    at += escapes * 3
  }
  starts[length] = text.length
  return { units, starts, length }
}

/** Characters for the letters after a backslash in JSON; 0 for none. */
const jsonLetters = new Uint16Array(128)
for (const pair of ['""', '\\\\', '//', 'b\b', 'f\f', 'n\n', 'r\r', 't\t'])
  jsonLetters[pair.charCodeAt(0)] = pair.charCodeAt(1)

/** Length of the JSON escape at an index, or 0. */
export const jsonEscapeLength = (text: string, at: number): number => {
  if (text.charCodeAt(at) !== BACKSLASH) return 0
  const letter = text.charCodeAt(at + 1)
  if (letter !== LETTER_U) return (jsonLetters[letter] ?? 0) === 0 ? 0 : 2
  for (let digit = at + 2; digit < at + 6; digit++) if (hexDigit(text.charCodeAt(digit)) < 0) return 0
  return 6
}

/** The unit of the JSON escape of a given length at an index. */
export const jsonEscapeUnit = (text: string, at: number, length: number): number => {
  if (length === 2) return jsonLetters[text.charCodeAt(at + 1)] ?? 0
  let unit = 0
  for (let digit = at + 2; digit < at + 6; digit++) unit = unit * 16 + hexDigit(text.charCodeAt(digit))
  return unit
}

/** Decodes JSON string escapes, including `\/`. A backslash that escapes nothing is kept. */
export const jsonReading = (text: string): Reading => {
  const units = new Uint16Array(text.length)
  const starts = new Int32Array(text.length + 1)
  let length = 0
  for (let at = 0; at < text.length; length++) {
    const unit = text.charCodeAt(at)
    const escaped = unit === BACKSLASH ? jsonEscapeLength(text, at) : 0
    units[length] = escaped > 0 ? jsonEscapeUnit(text, at, escaped) : unit
    starts[length] = at
    at += Math.max(1, escaped)
  }
  starts[length] = text.length
  return { units, starts, length }
}

const AMPERSAND = 0x26
const NAMED_UNITS: Readonly<Record<string, number>> = { amp: AMPERSAND, lt: 0x3c, gt: 0x3e, quot: 0x22, apos: 0x27 }
const LAST_CODE_POINT = 0x10ffff
/** A reference to a character, of at most 12 units, as encoders of HTML and XML write them. */
const REFERENCE = /&(?:(amp|lt|gt|quot|apos)|#(\d{1,9})|#x([\da-f]{1,8}));/iy

/** The code point of the character reference at an index, and its length; the length is 0 for none. */
const referenceAt = (text: string, at: number): { code: number; length: number } => {
  REFERENCE.lastIndex = at
  const [whole = '', name, decimal, hex] = REFERENCE.exec(text) ?? []
  const code = name ? (NAMED_UNITS[name.toLowerCase()] ?? 0) : Number.parseInt(decimal ?? hex ?? '', decimal ? 10 : 16)
  return code <= LAST_CODE_POINT ? { code, length: whole.length } : { code: 0, length: 0 }
}

/** Decodes the character references of HTML and XML: the five that XML names, and all numbers. */
export const htmlReading = (text: string): Reading => {
  const units = new Uint16Array(text.length)
  const starts = new Int32Array(text.length + 1)
  let length = 0
  for (let at = 0; at < text.length; ) {
    const reference = text.charCodeAt(at) === AMPERSAND ? referenceAt(text, at) : null
    const character = reference?.length ? String.fromCodePoint(reference.code) : text.charAt(at)
    for (let half = 0; half < character.length; half++) {
      units[length] = character.charCodeAt(half)
      starts[length++] = at
    }
    at += reference?.length || 1
  }
  starts[length] = text.length
  return { units, starts, length }
}

const PIECE = 8_192

/** The text of a reading. */
export const textOf = ({ units, length }: Pick<Reading, 'units' | 'length'>): string => {
  let text = ''
  for (let at = 0; at < length; at += PIECE)
    text += String.fromCharCode(...units.subarray(at, Math.min(at + PIECE, length)))
  return text
}

/** Whether a text has escapes of ASCII letters or digits, which no common encoder writes. */
export const escapesLetters = (text: string): boolean =>
  /(?:%|\\u00|&#[xX]0*)(?:3\d|[46][1-9a-fA-F]|[57][\daA])/.test(text) ||
  /&#0*(?:4[89]|5[0-7]|6[5-9]|[78]\d|90|9[7-9]|1[01]\d|12[0-2]);/.test(text)
