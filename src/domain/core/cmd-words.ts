import {
  type CommandLine,
  type CommandLines,
  MAX_COMMAND_LENGTH,
  MAX_WORDS,
  placeholderOf,
  TOO_LONG,
  TOO_MANY_WORDS,
} from './command-lines.ts'

/**
 * A caret before `\"`, `&` or `%` within quotes. There cmd.exe keeps carets, but browsers wrote them so for years and meant escapes, as
 * elsewhere.
 */
const CARETS_IN_QUOTES = /\\\^"|\^[&%{}<>|\\]/

/** Browsers double each backslash, which the C runtime wants before a quote alone. */
const DOUBLED_BACKSLASHES = /\^\\\^\\/
const NOT_CLOSED = { problem: 'A quote (") is not closed.' } as const

/**
 * Splits a script into commands and their words like cmd.exe and the C runtime of Windows: first carets, continued lines and `&`, then
 * quotes and backslashes. Runs in linear time.
 */
export const cmdCommands = (text: string): CommandLines => {
  if (text.length > MAX_COMMAND_LENGTH) return TOO_LONG
  const isMeant = CARETS_IN_QUOTES.test(text)
  const commands: CommandLine[] = []
  let many = 0
  const variables = new Set<string>()
  const lines = cmdLines(text, isMeant, variables)
  if (lines === null) return NOT_CLOSED
  for (const line of lines) {
    const words = runtimeWords(line, MAX_WORDS - many, DOUBLED_BACKSLASHES.test(text))
    if ('problem' in words) return words
    many += words.length
    if (words.length > 0) commands.push({ words, input: null })
  }
  return { commands, variables: [...variables], substitutions: [], notes: [] }
}

/**
 * The commands of a script as cmd.exe passes them on: without carets, each as one text; null if a quote is not closed. Unlike there, `\"`
 * ends no quote, and a quote may go over several lines: that is what is meant.
 */
const cmdLines = (text: string, caretsInQuotes: boolean, variables: Set<string>): string[] | null => {
  const lines: string[] = []
  let pieces: string[] = []
  let isQuoted = false
  const end = () => {
    lines.push(pieces.join(''))
    pieces = []
  }
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at)
    if (character === '^' && (caretsInQuotes || !isQuoted)) {
      const continued = continuationAt(text, at)
      if (continued > 0) {
        at += continued - 1
        // The character after a continued line is taken as it is, even another line's end.
        const next = text.charAt(at + 1) === '\r' && text.charAt(at + 2) === '\n' ? 2 : 1
        const literal = text.charAt(at + next)
        if (literal === '\n') {
          pieces.push('\n')
          at += next
        }
      } else {
        at++
        pieces.push(text.charAt(at))
      }
    } else if (!isQuoted && (character === '\n' || character === '&' || character === '|')) end()
    else if (character === '\\') {
      pieces.push(character, text.charAt(at + 1) === '\\' || text.charAt(at + 1) === '"' ? text.charAt(++at) : '')
    } else if (character === '%') {
      const variable = variableAt(text, at)
      if (variable) variables.add(variable.name)
      pieces.push(variable?.placeholder ?? character)
      at += (variable?.length ?? 1) - 1
    } else if (character !== '\r') {
      if (character === '"') isQuoted = !isQuoted
      pieces.push(character)
    }
  }
  if (isQuoted) return null
  end()
  return lines
}

const VARIABLE = /%([A-Za-z]\w{0,99})%(?!%)/y

/** A variable of cmd.exe at a percent sign: its length there, its name and its placeholder. `%C3%A4` is an encoded character instead. */
const variableAt = (
  text: string,
  at: number,
): { readonly length: number; readonly name: string; readonly placeholder: string } | null => {
  VARIABLE.lastIndex = at
  const [whole = '', name = ''] = VARIABLE.exec(text) ?? []
  const placeholder = placeholderOf(name)
  if (placeholder === null || text.charAt(at - 1) === '%') return null
  const isEncoded =
    /^[0-9a-f]{2}/i.test(name) &&
    (name.length === 2 || /^[0-9a-f]{2}/i.test(text.slice(at + whole.length, at + whole.length + 2)))
  return isEncoded ? null : { length: whole.length, name, placeholder }
}

/** Length of a caret, spaces and the end of a line; 0 where a caret is no continuation. */
const continuationAt = (text: string, at: number): number => {
  let end = at + 1
  while (text.charAt(end) === ' ' || text.charAt(end) === '\t') end++
  if (text.charAt(end) === '\r') end++
  return text.charAt(end) === '\n' ? end + 1 - at : 0
}

/** The arguments in a command line as the C runtime finds them: `\"` is a quote, and so is `""` within quotes. */
const runtimeWords = (line: string, most: number, isDoubled: boolean): string[] | { readonly problem: string } => {
  const words: string[] = []
  let word: string[] | null = null
  let isQuoted = false
  for (let at = 0; at < line.length; at++) {
    const character = line.charAt(at)
    if (!isQuoted && /\s/.test(character)) {
      if (word) words.push(word.join(''))
      if (words.length > most) return TOO_MANY_WORDS
      word = null
      continue
    }
    word ??= []
    if (character === '\\') {
      let backslashes = 1
      while (line.charAt(at + backslashes) === '\\') backslashes++
      const isBeforeQuote = line.charAt(at + backslashes) === '"'
      const isHalved = isBeforeQuote || (isDoubled && backslashes % 2 === 0)
      word.push('\\'.repeat(isHalved ? Math.floor(backslashes / 2) : backslashes))
      at += backslashes - 1
      if (isBeforeQuote && backslashes % 2 === 1) {
        word.push('"')
        at++
      }
    } else if (character !== '"') word.push(character)
    else if (isQuoted && line.charAt(at + 1) === '"') {
      word.push('"')
      at++
    } else isQuoted = !isQuoted
  }
  if (word) words.push(word.join(''))
  if (isQuoted) return NOT_CLOSED
  return words.length > most ? TOO_MANY_WORDS : words
}
