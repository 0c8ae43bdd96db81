/** A piece of a line between spaces, with where it stands: `from` inclusive, `to` exclusive, in UTF-16 units. */
export type Token = {
  readonly from: number
  readonly to: number
  /** What it says, without quotes and escapes. */
  readonly text: string
  /** Some of it stands in quotes: it is never a flag, a number or a word of a command. */
  readonly quoted: boolean
  /** A quote is still open at the end of the line. */
  readonly open: boolean
  /** What stands between its bare commas. */
  readonly parts: readonly string[]
  /** Where its first bare `=` stands in `text`, or its first one where all stand in quotes; -1 without one. */
  readonly equals: number
  /** The flag that it names, without dashes; null for all else, and for what begins with a quote. */
  readonly flag: string | null
}

type Quote = '"' | "'" | '“'
/** The quote that a character opens. */
const OPENS: Readonly<Record<string, Quote>> = { '"': '"', "'": "'", '“': '“', '„': '“' }
const isClosing = (character: string, quote: Quote): boolean =>
  character === quote || (quote === '“' && character === '”')

const isSpace = (character: string) => character === ' ' || character === '\t' || character === '\n'

/** Characters that mean themselves, read in one go: bare, and within each of the quotes. */
const PLAIN = { '': /[^\\"'“„ \t\n,=]+/y, '"': /[^\\"]+/y, "'": /[^']+/y, '“': /[^\\“”]+/y }

/** Characters before which a backslash is no backslash: bare, and within each of the quotes. Before all others it is one, as in `\\d`. */
const ESCAPABLE = { '': /[\s"'“„\\,=]/, '"': /["\\]/, "'": /(?!)/, '“': /[“”\\]/ }
/** What may follow a closing quote. */
const BOUNDARY = /[\s,=]/
/** Longest value in braces that is looked for. */
const MOST_NESTED = 100_000

/**
 * Where a value in quotes ends that begins at a place of a line: after its closing quote, at the end of the line while that is missing. Null
 * where letters follow it, so that it is no quote: `"id":5`.
 */
const endOfQuoted = (line: string, from: number, quote: Quote): number | null => {
  for (let at = from + 1; at < line.length; at++) {
    const character = line[at] ?? ''
    if (character === '\\' && ESCAPABLE[quote].test(line[at + 1] ?? '')) at++
    else if (isClosing(character, quote))
      return at + 1 === line.length || BOUNDARY.test(line[at + 1] ?? '') ? at + 1 : null
  }
  return line.length
}

/** Where JSON or a placeholder ends that begins at a place of a line; null where none does. */
const endOfNested = (line: string, from: number): number | null => {
  if (!/^[{[]\s*["{[]/.test(line.slice(from, from + 100))) return null
  let depth = 0
  let isText = false
  for (let at = from; at < Math.min(line.length, from + MOST_NESTED); at++) {
    const character = line[at] ?? ''
    if (isText && character === '\\') at++
    else if (character === '"') isText = !isText
    else if (isText) continue
    else if (character === '{' || character === '[') depth++
    else if (character === '}' || character === ']') depth--
    if (depth === 0) return at + 1
  }
  return null
}

/**
 * Splits a line into tokens. Quotes are `"`, `'` and those that word processors write, where a value begins and ends: at the beginning of a
 * token and after a bare comma or `=`. Anywhere else they are characters, as in `Bob's API` and `{"a":1}`. JSON is one token as it stands,
 * with its spaces and commas. A backslash takes a space, a comma, `=`, a quote and another backslash as they are, within quotes the last two.
 */
export const tokensOf = (line: string): Token[] => {
  const tokens: Token[] = []
  let at = 0
  while (at < line.length) {
    if (isSpace(line[at] ?? '')) at++
    else {
      const token = tokenAt(line, at)
      tokens.push(token)
      at = token.to
    }
  }
  return tokens
}

/** The token that begins at a place of a line and ends before the next bare space. */
export const tokenAt = (line: string, from: number): Token => {
  const parts = ['']
  let text = ''
  let equals = -1
  let quote: keyof typeof PLAIN = ''
  let quoted = false
  let at = from
  const add = (character: string) => {
    text += character
    parts[parts.length - 1] += character
  }
  for (; at < line.length; at++) {
    const begins: boolean = quote === '' && (at === from || /[,=]/.test(line[at - 1] ?? ''))
    const nested: number | null = begins ? endOfNested(line, at) : null
    if (nested !== null) {
      quoted = true
      add(line.slice(at, nested))
      at = nested
      if (at >= line.length) break
    }
    const plain: RegExp = PLAIN[quote]
    plain.lastIndex = at
    const run: string = plain.exec(line)?.[0] ?? ''
    add(run)
    at += run.length
    if (at >= line.length) break
    const character = line[at] ?? ''
    const opened: Quote | undefined = run === '' && begins && nested === null ? OPENS[character] : undefined
    if (character === '\\' && ESCAPABLE[quote].test(line[at + 1] ?? '')) add(line[++at] ?? '')
    else if (quote !== '') {
      if (isClosing(character, quote)) quote = ''
      else add(character)
    } else if (opened && endOfQuoted(line, at, opened) !== null) {
      quote = opened
      quoted = true
    } else if (isSpace(character)) break
    else if (character === ',') {
      text += character
      parts.push('')
    } else {
      if (character === '=' && equals < 0) equals = text.length
      add(character)
    }
  }
  const flag = /^--(\p{L}[^\s=,"']*)/u.exec(line.slice(from, at))?.[1] ?? null
  return {
    from,
    to: at,
    text,
    quoted,
    open: quote !== '',
    parts,
    equals: equals < 0 ? text.indexOf('=') : equals,
    flag,
  }
}

/** A text as one token that says it: in quotes where it has to be. */
export const quote = (text: string): string => (isBare(text) ? text : `"${text.replace(/["\\]/g, '\\$&')}"`)

/** Whether a text is one token as it stands. */
export const isBare = (text: string): boolean => /^[^\s"'“„\\,=-][^\s"'\\,=]*$/.test(text)

/** A text without the quotes around it. */
export const unquoted = (text: string): string => text.replace(/^"(.*)"$/s, '$1')
