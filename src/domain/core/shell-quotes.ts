import { placeholderOf, runAt } from './command-lines.ts'

/** The content of a quote and the position after it; null if the quote is not closed. */
export type Quoted = { readonly text: string; readonly end: number } | null

/** Reads `'…'` from the position after its first quote. */
export const singleQuoted = (text: string, from: number): Quoted => {
  const close = text.indexOf("'", from)
  return close < 0 ? null : { text: text.slice(from, close), end: close + 1 }
}

const VARIABLE = /\$(?:([A-Za-z_][A-Za-z0-9_]*)|\{([A-Za-z_][A-Za-z0-9_]*)(?::?[-?][^{}"'\\\n]{0,200})?\})/y

/** A shell variable at a position: its length there, its name and the placeholder that stands for it. */
const variableAt = (
  text: string,
  at: number,
): { readonly length: number; readonly name: string; readonly placeholder: string } | null => {
  VARIABLE.lastIndex = at
  const [whole = '', bare, braced] = VARIABLE.exec(text) ?? []
  const name = bare ?? braced ?? ''
  const placeholder = placeholderOf(name)
  return placeholder === null ? null : { length: whole.length, name, placeholder }
}

/** Parts of a script that the shell would fill in: names of variables, which become placeholders, and all else, which stays. */
export type Expansions = { readonly variables: Set<string>; readonly substitutions: Set<string> }

/** Parameters that a script of one command has not, such as `$1` and `$?`, and variables that cannot be placeholders. */
const PARAMETER = /\$(?:[0-9@*#?$!]|_\w*|\{[^{}\n]{1,200}\})/y
const SUBSTITUTION = /(?:\$|[<>])\(/y

/** Text that takes the place of what begins at a dollar sign, a backquote or `<(`, and where that ends; null if it is not closed. */
export const expandedAt = (text: string, at: number, { variables, substitutions }: Expansions): Quoted => {
  const variable = variableAt(text, at)
  if (variable) {
    variables.add(variable.name)
    return { text: variable.placeholder, end: at + variable.length }
  }
  const opening = runAt(SUBSTITUTION, text, at)
  const end =
    opening !== ''
      ? afterParenthesis(text, at + opening.length)
      : text.charAt(at) === '`'
        ? afterBackquote(text, at + 1)
        : at + runAt(PARAMETER, text, at).length
  if (end < 0) return null
  if (end === at) return { text: text.charAt(at), end: at + 1 }
  substitutions.add(text.slice(at, end))
  return { text: text.slice(at, end), end }
}

/** The position after the parenthesis that closes; -1 if there is none. Those in quotes do not count. */
const afterParenthesis = (text: string, from: number): number => {
  let depth = 1
  for (let at = from; at < text.length; at++) {
    const character = text.charAt(at)
    if (character === '\\') at++
    else if (character === "'" || character === '"') {
      at = closingQuote(text, at + 1, character)
      if (at < 0) return -1
    } else if (character === '(') depth++
    else if (character === ')' && --depth === 0) return at + 1
  }
  return -1
}

const closingQuote = (text: string, from: number, quote: string): number => {
  for (let at = from; at < text.length; at++)
    if (quote === '"' && text.charAt(at) === '\\') at++
    else if (text.charAt(at) === quote) return at
  return -1
}

/** The position after the next backquote; the one before it is no substitution if there is none. */
const afterBackquote = (text: string, from: number): number => {
  for (let at = from; at < text.length; at++)
    if (text.charAt(at) === '\\') at++
    else if (text.charAt(at) === '`') return at + 1
  return from - 1
}

const PLAIN_IN_DOUBLE_QUOTES = /[^"\\$`]+/y
const ESCAPED_IN_DOUBLE_QUOTES = /[$`"\\\n]/

/** Reads `"…"` from the position after its first quote, and adds to what the shell would fill in. */
export const doubleQuoted = (text: string, from: number, expansions: Expansions): Quoted => {
  let held = ''
  let at = from
  while (at < text.length) {
    const plain = runAt(PLAIN_IN_DOUBLE_QUOTES, text, at)
    held += plain
    at += plain.length
    const character = text.charAt(at)
    if (character === '') return null
    if (character === '"') return { text: held, end: at + 1 }
    const next = text.charAt(at + 1)
    if (character === '$' || character === '`') {
      const found = expandedAt(text, at, expansions)
      if (found === null) return null
      held += found.text
      at = found.end
    } else if (character !== '\\' || !ESCAPED_IN_DOUBLE_QUOTES.test(next)) {
      held += character
      at++
    } else {
      if (next !== '\n') held += next
      at += 2
    }
  }
  return null
}

/** Escape sequences within `$'…'`. */
const LETTERS: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  e: '\x1b',
  E: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
}
const PLAIN_IN_ANSI_QUOTES = /[^'\\]+/y
const CODE = /^(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|([0-7]{1,3}))/
/** Bytes above ASCII, which form characters only together; long runs are read in several steps. */
const BYTES = /(?:\\(?:x[89a-fA-F][0-9a-fA-F]|[23][0-7]{2})){1,1024}/y

/** Reads `$'…'` of bash from the position after its first quote. */
export const ansiQuoted = (text: string, from: number): Quoted => {
  let held = ''
  let at = from
  while (at < text.length) {
    const plain = runAt(PLAIN_IN_ANSI_QUOTES, text, at)
    if (plain !== '') {
      held += plain
      at += plain.length
      continue
    }
    if (text.charAt(at) === "'") return { text: held, end: at + 1 }
    const bytes = runAt(BYTES, text, at)
    if (bytes !== '') {
      held += fromBytes(bytes)
      at += bytes.length
      continue
    }
    const [code, hex, short, long, octal] = CODE.exec(text.slice(at + 1, at + 10)) ?? []
    if (code !== undefined) {
      const point = octal === undefined ? Number.parseInt(hex ?? short ?? long ?? '', 16) : Number.parseInt(octal, 8)
      held += point <= 0x10ffff ? String.fromCodePoint(point) : '\ufffd'
      at += 1 + code.length
    } else {
      const next = text.charAt(at + 1)
      held += LETTERS[next] ?? next
      at += 2
    }
  }
  return null
}

/** Bytes that are no UTF-8 stand as lone surrogates (U+DC80 to U+DCFF), as in Python, so that `bytesOf` finds them again. */
const fromBytes = (escapes: string): string => {
  const codes = escapes
    .split('\\')
    .slice(1)
    .map((code) => Number.parseInt(code.replace('x', ''), code.startsWith('x') ? 16 : 8))
  try {
    return decodeURIComponent(codes.map((code) => `%${code.toString(16).padStart(2, '0')}`).join(''))
  } catch {
    return codes.map((code) => String.fromCharCode(0xdc00 + code)).join('')
  }
}
