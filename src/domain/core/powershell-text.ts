import { placeholderOf } from './command-lines.ts'

/** The content of a quote and the position after it; null if the quote is not closed. */
type Quoted = { readonly text: string; readonly end: number } | null

/** Answers the text of a variable; null where it has none. */
export type Lookup = (name: string) => string | null

const ESCAPES: Readonly<Record<string, string>> = {
  0: '\0',
  a: '\x07',
  b: '\b',
  e: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\n': '',
}

/** Reads `'…'` from the position after its first quote; two quotes are one. */
export const literalText = (text: string, from: number): Quoted => {
  const pieces: string[] = []
  let at = from
  for (;;) {
    const close = text.indexOf("'", at)
    if (close < 0) return null
    pieces.push(text.slice(at, close))
    if (text.charAt(close + 1) !== "'") return { text: pieces.join(''), end: close + 1 }
    pieces.push("'")
    at = close + 2
  }
}

/** Reads `"…"` from the position after its first quote: backticks escape, variables are replaced. */
export const expandedText = (text: string, from: number, lookup: Lookup): Quoted => {
  const pieces: string[] = []
  let at = from
  while (at < text.length) {
    const character = text.charAt(at)
    const next = text.charAt(at + 1)
    if (character === '"' && next !== '"') return { text: pieces.join(''), end: at + 1 }
    if (character === '"') {
      pieces.push('"')
      at += 2
    } else {
      const piece = expandedAt(text, at, lookup)
      pieces.push(piece.text)
      at = piece.end
    }
  }
  return null
}

/** Reads a here-string, `@"…"@` or `@'…'@`, from the position of its `@`; null where none begins or it is not closed. */
export const hereString = (text: string, from: number, lookup: Lookup): Quoted => {
  HERE.lastIndex = from
  const [opening = '', quote = ''] = HERE.exec(text) ?? []
  if (opening === '') return null
  const begins = from + opening.length
  // The text may be empty: then its closing line follows at once.
  const close = text.indexOf(`\n${quote}@`, begins - 1)
  if (close < 0) return null
  const content = text.slice(begins, Math.max(begins, close)).replace(/\r$/, '')
  const end = close + 3
  if (quote === "'") return { text: content, end }
  const pieces: string[] = []
  for (let at = 0; at < content.length; ) {
    const piece = expandedAt(content, at, lookup)
    pieces.push(piece.text)
    at = piece.end
  }
  return { text: pieces.join(''), end }
}

const HERE = /@(["'])[ \t]*\r?\n/y
const VARIABLE = /\$(?:(?:env:)?([A-Za-z_]\w*)|\{(?:env:)?([A-Za-z_]\w*)\}|\(\$(?:env:)?([A-Za-z_]\w*)\))/iy
const CHARACTER = /\$\(\[char\](?:0x([0-9a-f]{1,6})|(\d{1,7}))\)/iy
const UNICODE = /`u\{([0-9a-f]{1,6})\}/iy
const PLAIN = /[^`$"]+/y

/** One step through text that is expanded. */
const expandedAt = (text: string, at: number, lookup: Lookup): { readonly text: string; readonly end: number } => {
  const character = text.charAt(at)
  if (character === '`') {
    const [whole = '', code = ''] = matchAt(UNICODE, text, at)
    if (whole !== '') return { text: fromCode(Number.parseInt(code, 16)), end: at + whole.length }
    const next = text.charAt(at + 1)
    return { text: ESCAPES[next] ?? next, end: at + 2 }
  }
  if (character === '$') {
    const [whole = '', hex, decimal] = matchAt(CHARACTER, text, at)
    if (whole !== '')
      return { text: fromCode(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)), end: at + whole.length }
    const [variable = '', bare, braced, nested] = matchAt(VARIABLE, text, at)
    const name = bare ?? braced ?? nested ?? ''
    const value = variable === '' ? null : (lookup(name) ?? placeholderOf(name))
    if (value !== null) return { text: value, end: at + variable.length }
    return { text: character, end: at + 1 }
  }
  const [plain = character] = matchAt(PLAIN, text, at)
  return { text: plain, end: at + plain.length }
}

const matchAt = (pattern: RegExp, text: string, at: number): readonly (string | undefined)[] => {
  pattern.lastIndex = at
  return pattern.exec(text) ?? []
}

const fromCode = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd')
