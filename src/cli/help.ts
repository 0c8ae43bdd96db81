import { type Argument, argumentsOf } from '../commands/core/argument.ts'
import { nounsOf } from '../commands/core/bulk-words.ts'
import type { Command } from '../commands/core/command.ts'
import { signatureOf } from '../commands/core/line/signature.ts'
import { shapeOf } from '../commands/core/line/value-shape.ts'
import { headlessCommands } from '../commands/headless/book.ts'
import { contract } from '../contract/contract.ts'
import { askingWords } from './argument-words.ts'
import { EXIT_CODES } from './exit-codes.ts'
import { FLAG_NAMES, type FlagName, flagNamed, flagSyntax, flagUse } from './flag-table.ts'
import { flagsFor, flagsForLocal } from './flag-uses.ts'
import { LOCAL, type LocalCommand } from './local-commands.ts'

/** Letters that a verb and its third person share: “deny” and “denies”. */
const VERB_LETTERS = 3

const row = (name: string, about: string, width: number): string => `  ${name.padEnd(width)}  ${about}\n`

const table = (rows: readonly (readonly [string, string])[], most = 34): string => {
  const width = Math.min(most, Math.max(...rows.map(([name]) => name.length)))
  return rows.map(([name, about]) => row(name, about, width)).join('')
}

/** Words of a command line that has nothing yet. */
const EMPTY = {
  line: '',
  command: null,
  tokens: [],
  args: {},
  missing: null,
  problems: [],
  current: null,
  piece: { from: 0, text: '' },
  confirmed: null,
} as const

/** The syntax of a command. */
export const syntaxOf = (command: Command): string =>
  signatureOf(command, EMPTY)
    .map(({ text }) => text)
    .join(' ')

const verbOf = ({ words }: Command): string => words.split(' ')[0] ?? words

/** The verbs, each with the nouns that it takes. */
const verbs = (): ReadonlyMap<string, readonly Command[]> => {
  const found = new Map<string, Command[]>()
  for (const command of headlessCommands) {
    const verb = verbOf(command)
    found.set(verb, [...(found.get(verb) ?? []), command])
  }
  return found
}

const nounsIn = (commands: readonly Command[]): string => {
  const nouns = commands.map(({ words }) => words.split(' ').slice(1).join(' ')).filter((noun) => noun !== '')
  const shown = nouns.slice(0, 5).join(', ')
  return nouns.length > 5 ? `${shown}, and ${nouns.length - 5} more` : shown
}

const flagRow = (name: FlagName): readonly [string, string] => [flagSyntax(name), flagNamed(name).about]

/** The general flags, those for every command first, then by the commands that they work with. */
const flagTables = (): string => {
  const groups = new Map<string, FlagName[]>()
  for (const name of FLAG_NAMES) {
    const { where } = flagUse(name)
    groups.set(where, [...(groups.get(where) ?? []), name])
  }
  return [...groups].map(([where, names]) => `Flags of ${where}:\n${table(names.map(flagRow))}\n`).join('')
}

const localRows = (): readonly (readonly [string, string])[] =>
  Object.entries<LocalCommand>(LOCAL).map(([words, { about }]) => [words, about] as const)

/** The help of the whole program. */
export const wholeHelp = (): string => {
  const all = [...verbs()].sort(([a], [b]) => a.localeCompare(b))
  return `Usage: sonde COMMAND [ARGUMENTS] [FLAGS]

The commands are those of the web app’s console.

${table(localRows())}
Commands, by their first word (sonde list --help explains those of one):
${table(all.map(([verb, commands]) => [verb, nounsIn(commands)]))}
${flagTables()}Exit codes:
${Object.values(EXIT_CODES)
  .map(({ code, about }) => row(String(code), about, 3))
  .join('')}
Environment: SONDE_URL, SONDE_API_KEY, SONDE_PROJECT, NO_COLOR, XDG_CONFIG_HOME.
A name of “-” is read from standard input, one a line. After “--”, nothing is a flag.
`
}

/** The help of a command that only the terminal has. */
export const localHelp = (phrase: string, command: LocalCommand): string => {
  const { about, syntax, flags = {}, like } = command
  const rows = Object.entries(flags)
  const usage = `Usage: sonde ${phrase}${syntax === undefined ? '' : ` ${syntax}`}\n\n${about}\n`
  const nouns = like === undefined ? '' : `\nKIND is what follows “sonde ${like}”: sonde help ${like} lists them.\n`
  return `${usage}${nouns}${rows.length === 0 ? '' : `\n${table(rows)}`}${generalHelp(flagsForLocal(command))}`
}

/** The general flags that a command takes, in one line. */
const generalHelp = (names: readonly FlagName[]): string =>
  `\nGeneral flags (sonde --help explains them): ${names.map((name) => `--${name}`).join(', ')}\n`

/** The help line of a command: its title, or the endpoint’s summary where the title is a button’s word alone, such as “Revoke”. */
export const aboutOf = ({ words, title, writes = [] }: Command): string => {
  const [verb = '', ...nouns] = words.toLowerCase().split(' ')
  const noun = nouns.join(' ').replaceAll('-', ' ')
  if (noun === '' || title.toLowerCase().includes(noun)) return title
  const [operation] = writes
  const summary = operation === undefined ? '' : contract[operation].summary
  // One of another verb, such as “Changes a monitor”, says less than the title.
  if (summary.toLowerCase().startsWith(verb.slice(0, VERB_LETTERS))) return summary.split(';')[0] ?? summary
  return title.includes(' ') ? title : `${title} ${noun}`
}

/** The help of all commands with a first word. */
export const verbHelp = (verb: string): string | null => {
  const commands = verbs().get(verb)
  if (!commands) return null
  return `Usage: sonde ${verb} …\n\n${table(
    commands.map((command) => [command.words, aboutOf(command)]),
    44,
  )}\nsonde ${verb} … --help explains one.\n`
}

const valuesOf = (argument: Argument): string => {
  const { kind, choices, number } = shapeOf(argument)
  if (argument.kind) return `${nounsOf(argument.kind)[0]}, by name or id`
  if (argument.isTime) return 'a time, such as tomorrow 9'
  if (choices.length > 0) return choices.join(', ')
  if (kind === 'boolean') return ''
  if (kind === 'map' || kind === 'pairs') return 'NAME=value, any number of times'
  if (argument.unit) return argument.unit === 's' ? 'such as 5m or 90s' : 'such as 15m or 2h'
  return number ? boundsOf(number) : 'text'
}

const boundsOf = ({ least, most }: { readonly least: number | null; readonly most: number | null }): string => {
  const from = least === null ? '' : ` from ${least}`
  return `a number${from}${most === null ? '' : ` up to ${most}`}`
}

const argumentRow = (argument: Argument): readonly [string, string] => {
  const { required, flag, secret } = argument
  const name = required ? `<${flag.slice(2)}>` : flag
  const values = valuesOf(argument)
  const hint = secret ? 'secret; - reads it from standard input' : ''
  return [
    name,
    [askingWords(argument), values === '' ? '' : `(${values})`, hint].filter((each) => each !== '').join(' '),
  ]
}

/** The help of one command. */
export const commandHelp = (command: Command): string => {
  const all = argumentsOf(command)
  const required = all.filter((each) => each.required).map(argumentRow)
  const optional = all.filter((each) => !each.required).map(argumentRow)
  const permanent = command.effect === 'destroy' ? '\nIt asks before it does this; --yes answers.\n' : ''
  const aliases = command.aliases?.length ? `\nAlso: ${command.aliases.join(', ')}\n` : ''
  return `Usage: sonde ${syntaxOf(command)}

${aboutOf(command)}
${required.length > 0 ? `\n${table(required)}` : ''}${optional.length > 0 ? `\n${table(optional)}` : ''}${permanent}${aliases}${generalHelp(flagsFor(command))}`
}
