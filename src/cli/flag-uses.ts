import type { Command } from '../commands/core/command.ts'
import { phraseIn } from '../commands/core/line/phrase.ts'
import { tokensOf } from '../commands/core/line/tokens.ts'
import { headlessCommands } from '../commands/headless/book.ts'
import { TerminalFailure } from './exit-codes.ts'
import { FLAG_NAMES, type FlagName, type Flags, flagNamed, flagUse } from './flag-table.ts'
import { ownFlags } from './flags.ts'
import { lineOf } from './line-of-words.ts'
import { LOCAL, type LocalCommand, localCommandOf } from './local-commands.ts'
import { nearFlags } from './near-words.ts'

/** The general flags that every command takes, also those that only the terminal has. */
const ALWAYS: readonly FlagName[] = ['help', 'version', 'quiet']

/** The general flags that have an effect on a command. */
export const flagsFor = (command: Command): readonly FlagName[] =>
  FLAG_NAMES.filter((name) => flagUse(name).fits(command))

/** The general flags that have an effect on a command that only the terminal has. */
export const flagsForLocal = ({ general = [] }: LocalCommand): readonly FlagName[] => [...general, ...ALWAYS]

const localFlags = ({ flags = {} }: LocalCommand): readonly string[] =>
  Object.keys(flags).map((syntax) => syntax.split(' ')[0] ?? syntax)

/** The places where a general flag works. */
const whereOf = (name: FlagName): string => {
  const locals = Object.entries(LOCAL).flatMap(([phrase, { general = [] }]) =>
    general.includes(name) ? [`sonde ${phrase}`] : [],
  )
  const { where } = flagUse(name)
  return where === 'every command' || locals.length === 0 ? where : `${where}; also ${locals.join(', ')}`
}

const refuseMisplaced = (flags: Flags, phrase: string, taken: readonly FlagName[]): void => {
  for (const name of FLAG_NAMES) {
    if (flags[name] === undefined) continue
    if (name === 'output-format' && taken.includes('output'))
      throw new TerminalFailure('usage', `“${phrase}” writes a file: --output FILE names it, and -o has no effect.`)
    if (!taken.includes(name))
      throw new TerminalFailure('usage', `--${name} has no effect on “${phrase}”. It works with ${whereOf(name)}.`)
    const { needs } = flagNamed(name)
    const isMissing = !FLAG_NAMES.some((other) => other === needs && flags[other] !== undefined)
    if (needs !== undefined && isMissing)
      throw new TerminalFailure('usage', `--${name} has no effect without --${needs}.`)
  }
}

/** What to type instead of flags that other programs or the API have. */
const INSTEAD: Readonly<Record<string, string>> = {
  jq: 'Pipe JSON into jq: sonde list monitors --json | jq EXPRESSION',
  direction:
    'Rows are newest first, and the pages of a list are read one after the other: --from and --time choose the rows.',
}

type Known = { readonly own: readonly string[]; readonly general: readonly string[]; readonly usage: string }

const refuseUnknown = (words: readonly string[], phrase: string, { own, general, usage }: Known): void => {
  const known = new Set([...own, ...general])
  const wrong = tokensOf(lineOf(words)).find(({ flag }) => flag !== null && !known.has(`--${flag}`))?.flag
  if (wrong === undefined || wrong === null) return
  const instead = INSTEAD[wrong]
  if (instead !== undefined) throw new TerminalFailure('usage', `“${phrase}” has no --${wrong}. ${instead}`)
  // The command's own flags are meant more often than those of every command.
  const nearOwn = nearFlags(
    `--${wrong}`,
    own.filter((flag) => !flag.startsWith('--no-')),
  )
  const near = nearOwn.length > 0 ? nearOwn : nearFlags(`--${wrong}`, general)
  const meant = near.length === 0 ? usage : `Did you mean ${near.join(', ')}?`
  throw new TerminalFailure('usage', `“${phrase}” has no --${wrong}. ${meant}`)
}

const written = (names: readonly FlagName[]): readonly string[] => names.map((name) => `--${name}`)

/** Refuses general flags that have no effect on the command of a line, and flags that nothing knows. */
export const refuseFlags = (words: readonly string[], flags: Flags): void => {
  const local = localCommandOf(words)
  if (local) {
    const { phrase, command, rest } = local
    const taken = flagsForLocal(command)
    refuseMisplaced(flags, phrase, taken)
    const usage = `Usage: sonde ${phrase}${command.syntax === undefined ? '' : ` ${command.syntax}`}`
    refuseUnknown(rest, phrase, { own: localFlags(command), general: written(taken), usage })
    return
  }
  const found = phraseIn(tokensOf(lineOf(words)), headlessCommands)
  if (!found) return
  const { command } = found
  const taken = flagsFor(command)
  refuseMisplaced(flags, command.words, taken)
  const usage = `sonde ${command.words} --help lists its flags.`
  refuseUnknown(words, command.words, { own: ownFlags(command), general: written(taken), usage })
}
