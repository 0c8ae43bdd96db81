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
  /** Where its first bare `=` stands in `text`; -1 without one. */
  readonly equals: number
  /** The flag that it names, without dashes; null for all else, and for what begins with a quote. */
  readonly flag: string | null
}

const isSpace = (character: string) => character === ' ' || character === '\t' || character === '\n'

/** Characters that mean themselves, read in one go: bare, and within each of the quotes. */
const PLAIN = { '': /[^\\"'“„ \t\n,=]+/y, '"': /[^\\"]+/y, "'": /[^']+/y, '“': /[^\\“”]+/y }

/**
 * Splits a line into tokens. Quotes are `"` and `'`, and at the beginning of a text those that word processors write; a backslash takes the next character as it is, but for within `'`. After a letter, `'` is an
 * apostrophe: `Bob's API`.
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
    const plain = PLAIN[quote]
    plain.lastIndex = at
    const run = plain.exec(line)?.[0] ?? ''
    add(run)
    at += run.length
    if (at >= line.length) break
    const character = line[at] ?? ''
    if (character === '\\' && quote !== "'" && at + 1 < line.length) add(line[++at] ?? '')
    else if (quote !== '') {
      if (character === quote || (quote === '“' && character === '”')) quote = ''
      else add(character)
    } else if (character === "'" && /[\p{L}\p{N}]/u.test(line[at - 1] ?? '') && at > from) {
      add(character)
    } else if (character === '"' || character === "'") {
      quote = character
      quoted = true
    } else if ((character === '“' || character === '„') && (at === from || /[,=]/.test(line[at - 1] ?? ''))) {
      quote = '“'
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
  return { from, to: at, text, quoted, open: quote !== '', parts, equals, flag }
}

/** A text as one token that says it: in quotes where it has to be. */
export const quote = (text: string): string => (isBare(text) ? text : `"${text.replace(/["\\]/g, '\\$&')}"`)

/** Whether a text is one token as it stands. */
export const isBare = (text: string): boolean => /^[^\s"'“„\\,=-][^\s"'\\,=]*$/.test(text)

/** A text without the quotes around it. */
export const unquoted = (text: string): string => text.replace(/^"(.*)"$/s, '$1')
