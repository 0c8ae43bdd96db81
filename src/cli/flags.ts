import { argumentsOf } from '../commands/core/argument.ts'
import type { Command } from '../commands/core/command.ts'
import { phraseIn } from '../commands/core/line/phrase.ts'
import { tokensOf } from '../commands/core/line/tokens.ts'
import { headlessCommands } from '../commands/headless/book.ts'
import { TerminalFailure } from './exit-codes.ts'
import { FLAG_NAMES, FLAGS, type FlagName, type Flags, flagNamed } from './flag-table.ts'
import { lineOf } from './line-of-words.ts'

/** Whether a name without dashes is that of a general flag. */
export const isFlag = (name: string): name is FlagName => Object.hasOwn(FLAGS, name)
const SHORT: ReadonlyMap<string, FlagName> = new Map(
  FLAG_NAMES.flatMap((name) => {
    const { short } = flagNamed(name)
    return short === undefined ? [] : [[short, name] as const]
  }),
)

/** A command line, taken apart: general flags, and the words of the command with its own flags. */
export type TakenApart = {
  readonly flags: Flags
  readonly words: readonly string[]
}

const commandOf = (words: readonly string[]): Command | null =>
  phraseIn(tokensOf(lineOf(words)), headlessCommands)?.command ?? null

/** A command's own flags, as a line spells them: `--headers`, and `--no-headers`, which clears it. */
export const ownFlags = (command: Command): readonly string[] => [
  ...argumentsOf(command).flatMap(({ flags }) => flags.flatMap((flag) => [flag, `--no-${flag.slice(2)}`])),
  ...(command.confirm ? ['--confirm'] : []),
]

const takes = (command: Command | null, name: string): boolean =>
  command !== null && ownFlags(command).includes(`--${name}`)

/** A flag as it is written, with the value that stands in the same word: `--json`, `--limit=5`, `-o`, `-ojson`, `-o=json`. */
type Written = { readonly name: string; readonly isShort: boolean; readonly inline: string | undefined }

/** The flag that a word is; null where it is none, or several short ones in one word. */
export const flagIn = (word: string): Written | null => {
  const [, long, inline] = /^--([a-z-]+)(?:=(.*))?$/s.exec(word) ?? []
  if (long !== undefined) return { name: long, isShort: false, inline }
  const [, letter = '', rest = ''] = /^-([a-zA-Z])(.*)$/s.exec(word) ?? []
  if (letter === '') return null
  const name = SHORT.get(letter) ?? letter
  const takesRest = isFlag(name) && 'value' in FLAGS[name]
  if (rest !== '' && !takesRest) return null
  return { name, isShort: true, inline: rest === '' ? undefined : rest.replace(/^=/, '') }
}

/** The general flag that a word is, without a value: `-o`, `--columns`; null where it is none. */
export const nameOfFlag = (word: string): FlagName | null => {
  const found = flagIn(word)
  return found && found.inline === undefined && isFlag(found.name) ? found.name : null
}

const refuseShort = (letter: string): never => {
  const known = [...SHORT].map(([short, name]) => `-${short} (--${name})`).join(', ')
  throw new TerminalFailure('usage', `There is no -${letter}. Short flags: ${known}.`)
}

/** Takes general flags out of a command line. After `--`, nothing is a flag. */
export const takeFlags = (argv: readonly string[]): TakenApart => {
  const flags: Partial<Record<FlagName, string>> = {}
  const words: string[] = []
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] ?? ''
    if (word === '--') {
      words.push(...argv.slice(at))
      break
    }
    const found = flagIn(word)
    const isValue = /^--[a-z-]+$/.test(words.at(-1) ?? '')
    if (found?.isShort && !isFlag(found.name) && !isValue) refuseShort(found.name)
    if (!found || !isFlag(found.name) || (!found.isShort && takes(commandOf(words), found.name))) {
      words.push(word)
      continue
    }
    const { name, inline } = found
    const needsValue = 'value' in FLAGS[name]
    if (!needsValue && inline !== undefined) throw new TerminalFailure('usage', `--${name} takes no value.`)
    const value = needsValue ? (inline ?? argv[++at]) : ''
    if (value === undefined) throw new TerminalFailure('usage', `--${name} needs a value.`)
    // As where a variable of the shell is empty: the flag after it would be lost.
    if (inline === undefined && value.startsWith('--'))
      throw new TerminalFailure(
        'usage',
        `--${name} needs a value. One that begins with -- is written --${name}=${value}`,
      )
    flags[name] = value
  }
  return { flags, words }
}

/** The names that stand for `-`: each line of standard input, or the ids of rows that are JSON. */
export const namesIn = (input: string): readonly string[] => {
  const text = input.trim()
  if (text === '') return []
  const rows: readonly unknown[] = text.startsWith('[') ? arrayIn(text) : text.split('\n').map(rowIn)
  return rows.map((row) => {
    if (typeof row === 'string') return row
    const { id } = Object(row) as { id?: unknown }
    if (typeof id === 'string' || typeof id === 'number') return String(id)
    throw new TerminalFailure('usage', 'A row of standard input has no id.')
  })
}

const arrayIn = (text: string): readonly unknown[] => {
  try {
    const read: unknown = JSON.parse(text)
    if (Array.isArray(read)) return read
  } catch {
    // Said below.
  }
  throw new TerminalFailure('usage', 'Standard input begins like a JSON array, but is none.')
}

const rowIn = (line: string): unknown => {
  if (!line.startsWith('{')) return line.trim()
  try {
    return JSON.parse(line)
  } catch {
    throw new TerminalFailure('usage', 'A line of standard input begins like JSON, but is none.')
  }
}
