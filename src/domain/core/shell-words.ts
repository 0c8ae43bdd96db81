/** The words of a command, or the reason why the text cannot be split. */
export type ShellWords = { readonly words: readonly string[] } | { readonly problem: string }

/** Maximum length of a command; no monitor body may be longer. */
const MAX_COMMAND_LENGTH = 1_048_576
const MAX_WORDS = 10_000

// Characters outside quotes.
const SPACE = /[ \t\r]/
const ENDS_COMMAND = /[\n;|&<>()]/
/** Characters without special meaning, read in one step. */
const PLAIN = /[^\\'"$ \t\r\n;|&<>()#]+/y
const PLAIN_IN_DOUBLE_QUOTES = /[^"\\]+/y
const PLAIN_IN_ANSI_QUOTES = /[^'\\]+/y
const IN_DOUBLE_QUOTES = /[$`"\\\n]/

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

/**
 * Splits the first command of a text into words like a POSIX shell (plus bash's `$'…'`): quotes, backslashes and line continuations
 * are supported. Nothing is substituted and nothing is run. Runs in linear time.
 */
export const shellWords = (text: string): ShellWords => {
  if (text.length > MAX_COMMAND_LENGTH)
    return { problem: `The command must have at most ${MAX_COMMAND_LENGTH} characters.` }
  const words: string[] = []
  let word: string | null = null
  let at = 0
  const add = (more: string) => {
    word = (word ?? '') + more
  }
  const end = () => {
    if (word !== null) words.push(word)
    word = null
  }
  while (at < text.length) {
    if (words.length > MAX_WORDS) return { problem: `The command must have at most ${MAX_WORDS} words.` }
    const plain = runAt(PLAIN, text, at)
    if (plain !== '') {
      add(plain)
      at += plain.length
      continue
    }
    const character = text.charAt(at)
    const next = text.charAt(at + 1)
    if (character === '\\') {
      if (next === '\r' && text.charAt(at + 2) === '\n') at++
      else if (next !== '\n') add(next)
      at += 2
    } else if (character === "'" || character === '"' || (character === '$' && next === "'")) {
      const quoted =
        character === "'" ? single(text, at + 1) : character === '"' ? double(text, at + 1) : ansi(text, at + 2)
      if (quoted === null) return { problem: `A quote (${character === '$' ? "$'" : character}) is not closed.` }
      add(quoted.text)
      at = quoted.end
    } else if (SPACE.test(character)) {
      end()
      at++
    } else if (ENDS_COMMAND.test(character)) {
      end()
      if (words.length > 0) break
      at++
    } else if (character === '#' && word === null) {
      const line = text.indexOf('\n', at)
      at = line < 0 ? text.length : line
    } else {
      add(character)
      at++
    }
  }
  end()
  return words.length > MAX_WORDS ? { problem: `The command must have at most ${MAX_WORDS} words.` } : { words }
}

/** The text that a sticky pattern matches at a position, or an empty text. */
const runAt = (pattern: RegExp, text: string, at: number): string => {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? ''
}

/** The content of a quote and the position after it; null if the quote is not closed. */
type Quoted = { readonly text: string; readonly end: number } | null

const single = (text: string, from: number): Quoted => {
  const close = text.indexOf("'", from)
  return close < 0 ? null : { text: text.slice(from, close), end: close + 1 }
}

const double = (text: string, from: number): Quoted => {
  let held = ''
  for (let at = from; at < text.length; at++) {
    const plain = runAt(PLAIN_IN_DOUBLE_QUOTES, text, at)
    held += plain
    at += plain.length
    const character = text.charAt(at)
    if (character === '') return null
    if (character === '"') return { text: held, end: at + 1 }
    const next = text.charAt(at + 1)
    if (character !== '\\' || !IN_DOUBLE_QUOTES.test(next)) held += character
    else {
      if (next !== '\n') held += next
      at++
    }
  }
  return null
}

const CODE = /^(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|([0-7]{1,3}))/
/** Bytes above ASCII, which form characters only together; long runs are read in several steps. */
const BYTES = /(?:\\(?:x[89a-fA-F][0-9a-fA-F]|[23][0-7]{2})){1,1024}/y

const ansi = (text: string, from: number): Quoted => {
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

const fromBytes = (escapes: string): string => {
  const codes = escapes
    .split('\\')
    .slice(1)
    .map((code) => Number.parseInt(code.replace('x', ''), code.startsWith('x') ? 16 : 8))
  try {
    return decodeURIComponent(codes.map((code) => `%${code.toString(16).padStart(2, '0')}`).join(''))
  } catch {
    return codes.map((code) => String.fromCharCode(code)).join('')
  }
}

/** Quotes a text as one word of a POSIX shell, if necessary. */
export const shellWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
