import {
  type CommandInput,
  type CommandLine,
  type CommandLines,
  MAX_COMMAND_LENGTH,
  MAX_WORDS,
  runAt,
  TOO_LONG,
  TOO_MANY_WORDS,
} from './command-lines.ts'
import { outputOf } from './shell-output.ts'
import { ansiQuoted, doubleQuoted, type Expansions, expandedAt, singleQuoted } from './shell-quotes.ts'

/** A command while it is read: a heredoc's text follows at the end of its line. */
type Draft = { words: string[]; input: CommandInput | null; pipes: boolean }
type Heredoc = { of: Draft; delimiter: string; isLiteral: boolean; dropsTabs: boolean }
/** The part of a redirection that the next word is. */
type Awaited = 'heredoc' | 'tabbed-heredoc' | 'here-string' | 'file' | 'output'

const SPACE = /[ \t\r]/
/** Characters without special meaning, read in one step. */
const PLAIN = /[^\\'"$` \t\r\n;|&<>()#]+/y
/** A backslash before the end of a line, also with spaces between them, and the prompt of the next line. */
const CONTINUATION = /\\[ \t]*\r?\n(?:[ \t]*> )?/y
/** A continued line whose end was lost, as when it is pasted into a field of one line. */
const CONTINUATION_WITHOUT_LINE = /\\[ \t]+(?=-{1,2}\w)/y
/** `<user-id>` within a word: documentation means a value, not a redirection. */
const BLANK_TO_FILL = /<[A-Za-z][\w -]{0,63}>/y
const REDIRECTION = /<<<|<<-|<<|<&|<|&>>|&>|>>|>&|>\||>/y
const SEPARATOR = /\|&|\|\||\||&&|&|;|\n|[()]/y

/**
 * Splits a script into commands and their words like bash: quotes, `$'…'`, backslashes, continued lines, comments, pipes, redirections,
 * heredocs and here-strings. Variables become placeholders, and nothing is run. Runs in linear time.
 */
export const shellCommands = (text: string): CommandLines => {
  if (text.length > MAX_COMMAND_LENGTH) return TOO_LONG
  const drafts: Draft[] = []
  const heredocs: Heredoc[] = []
  const expansions: Expansions = { variables: new Set(), substitutions: new Set() }
  const notes = new Set<string>()
  let draft: Draft = { words: [], input: null, pipes: false }
  let word: string | null = null
  // The beginning of the word, and whether a query has begun in it: the whole would be read anew with each character.
  let head = ''
  let hasQuery = false
  let isQuoted = false
  let awaited: Awaited | null = null
  let many = 0
  let at = 0

  const add = (more: string) => {
    word = (word ?? '') + more
    if (head.length < LONGEST_HEAD) head += more.slice(0, LONGEST_HEAD)
    hasQuery ||= more.includes('?')
  }
  const place = (found: string) => {
    if (awaited === 'heredoc' || awaited === 'tabbed-heredoc')
      heredocs.push({ of: draft, delimiter: found, isLiteral: isQuoted, dropsTabs: awaited === 'tabbed-heredoc' })
    else if (awaited === 'here-string') draft.input = { text: `${found}\n` }
    else if (awaited === 'file') draft.input = { file: found }
    else if (awaited === null) {
      draft.words.push(found)
      many++
    }
  }
  const end = () => {
    if (word !== null) {
      place(word)
      awaited = null
    }
    word = null
    head = ''
    hasQuery = false
    isQuoted = false
  }
  const endCommand = (separator: string) => {
    end()
    awaited = null
    draft.pipes = separator === '|' || separator === '|&'
    if (draft.words.length > 0) drafts.push(draft)
    draft = { words: [], input: null, pipes: false }
  }

  while (at < text.length) {
    if (many > MAX_WORDS) return TOO_MANY_WORDS
    const plain = runAt(PLAIN, text, at)
    if (plain !== '') {
      add(plain)
      at += plain.length
      continue
    }
    const character = text.charAt(at)
    const next = text.charAt(at + 1)
    if (character === '\\') {
      const continued =
        runAt(CONTINUATION, text, at) || (word === null ? runAt(CONTINUATION_WITHOUT_LINE, text, at) : '')
      if (continued === '') add(next)
      at += continued.length || 2
    } else if (character === "'" || character === '"' || (character === '$' && next === "'")) {
      const quoted =
        character === "'"
          ? singleQuoted(text, at + 1)
          : character === '"'
            ? doubleQuoted(text, at + 1, expansions)
            : ansiQuoted(text, at + 2)
      if (quoted === null) return { problem: `A quote (${character === '$' ? "$'" : character}) is not closed.` }
      add(quoted.text)
      isQuoted = true
      at = quoted.end
    } else if (character === '$' && next === '"') at++
    else if (isExpanded(character, next)) {
      const found = expandedAt(text, at, expansions)
      if (found === null) return { problem: `A parenthesis (${character}() is not closed.` }
      add(found.text)
      at = found.end
    } else if (SPACE.test(character)) {
      end()
      at++
    } else if (character === '#') {
      if (word === null) at = lineEnd(text, at)
      else {
        add(character)
        at++
      }
    } else if (word !== null && runAt(BLANK_TO_FILL, text, at) !== '') {
      const blank = runAt(BLANK_TO_FILL, text, at)
      add(blank)
      at += blank.length
    } else if (word !== null && isWithinAddress(head, hasQuery, character, next)) {
      if (character === '&') notes.add('The URL is not quoted: a shell would end the command at its first “&”.')
      add(character)
      at++
    } else if (runAt(REDIRECTION, text, at) !== '') {
      const operator = runAt(REDIRECTION, text, at)
      // `2>` redirects an output by its number.
      if (word !== null && /^\d$/.test(word) && !isQuoted) word = null
      end()
      awaited = AWAITED[operator] ?? 'output'
      at += operator.length
    } else {
      const separator = runAt(SEPARATOR, text, at)
      endCommand(separator)
      at += separator.length
      if (separator === '\n' && heredocs.length > 0) at = readHeredocs(text, at, heredocs, expansions)
    }
  }
  endCommand('')
  if (many > MAX_WORDS) return TOO_MANY_WORDS
  const { variables, substitutions } = expansions
  return {
    commands: withPipes(drafts),
    variables: [...variables],
    substitutions: [...substitutions],
    notes: [...notes],
  }
}

/** Whether a character outside quotes may begin what the shell fills in. */
const isExpanded = (character: string, next: string): boolean =>
  character === '$' || character === '`' || (next === '(' && (character === '<' || character === '>'))

const AWAITED: Readonly<Record<string, Awaited>> = {
  '<<': 'heredoc',
  '<<-': 'tabbed-heredoc',
  '<<<': 'here-string',
  '<': 'file',
}

const LONGEST_HEAD = 300

/** `&`, `(` and `)` within an address without quotes, as documentation and chats often have it. */
const isWithinAddress = (head: string, hasQuery: boolean, character: string, next: string): boolean =>
  character === '&'
    ? hasQuery && /^[\w%{[$]$/.test(next) && /^(?:https?:\/\/|[\w.-]{1,255}\/)/.test(head)
    : (character === '(' || character === ')') && /^https?:\/\//.test(head)

const lineEnd = (text: string, at: number): number => {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end
}

/** Reads the texts of heredocs from the line after their commands; returns the position after the last. */
const readHeredocs = (text: string, from: number, heredocs: Heredoc[], expansions: Expansions): number => {
  let at = from
  for (const { of, delimiter, isLiteral, dropsTabs } of heredocs.splice(0)) {
    const lines: string[] = []
    while (at < text.length) {
      const end = lineEnd(text, at)
      const line = text.slice(at, end).replace(/\r$/, '')
      at = end + 1
      const kept = dropsTabs ? line.replace(/^\t+/, '') : line
      if (kept === delimiter || kept.trim() === delimiter) break
      lines.push(kept)
    }
    const raw = lines.map((line) => `${line}\n`).join('')
    of.input = { text: isLiteral ? raw : expanded(raw, expansions) }
  }
  return Math.min(at, text.length)
}

/** The text of a heredoc without quotes: variables, substitutions and backslashes count. */
const expanded = (raw: string, expansions: Expansions): string => {
  let held = ''
  for (let at = 0; at < raw.length; ) {
    const plain = runAt(/[^\\$`]+/y, raw, at)
    held += plain
    at += plain.length
    if (at >= raw.length) break
    if (raw.charAt(at) !== '\\') {
      const found = expandedAt(raw, at, expansions) ?? { text: raw.slice(at), end: raw.length }
      held += found.text
      at = found.end
      continue
    }
    const next = raw.charAt(at + 1)
    const isEscape = raw.charAt(at) === '\\' && /[$`\\\n]/.test(next)
    held += isEscape ? next.replace('\n', '') : raw.charAt(at)
    at += isEscape ? 2 : 1
  }
  return held
}

/** The commands with the inputs that the commands before them pipe to them. */
const withPipes = (drafts: readonly Draft[]): CommandLine[] => {
  const commands: CommandLine[] = []
  for (const [index, { words, input }] of drafts.entries()) {
    const before = commands[index - 1]
    const piped = drafts[index - 1]?.pipes && before ? outputOf(before) : null
    commands.push({ words, input: input ?? piped })
  }
  return commands
}

/** Quotes a text as one word of a POSIX shell, if necessary. */
export const shellWord = (text: string): string =>
  // A word that begins with `=` is a path in zsh.
  /^[\w@%+:,./-][\w@%+=:,./-]*$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
