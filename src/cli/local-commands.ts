import { phraseIn } from '../commands/core/line/phrase.ts'
import { tokensOf } from '../commands/core/line/tokens.ts'
import type { EntityKind } from '../commands/core/world.ts'
import { headlessCommands } from '../commands/headless/book.ts'
import type { FlagName, Flags } from './flag-table.ts'
import type { Format } from './formats.ts'
import { lineOf } from './line-of-words.ts'
import type { TerminalIo } from './terminal-io.ts'

/** The command line of a local command: the words after its own, general flags, and the terminal. */
export type LocalContext = {
  readonly words: readonly string[]
  readonly flags: Flags
  readonly io: TerminalIo
}

/** Carries a local command out, and resolves with its exit code. */
export type LocalRun = (context: LocalContext) => Promise<number>

/** A command that only the terminal has. */
export type LocalCommand = {
  readonly about: string
  /** The words after its own, as its help shows them. */
  readonly syntax?: string
  /** The most words that it takes beside its flags; absent: its program reads them, and refuses those that mean nothing. */
  readonly most?: number
  /** Its own flags, which its program reads, with what each does. */
  readonly flags?: Readonly<Record<string, string>>
  /** The general flags that it takes, beside those that every command takes. */
  readonly general?: readonly FlagName[]
  /** The first word of the commands whose words it takes. */
  readonly like?: string
  /** Its words name things of this kind. */
  readonly names?: EntityKind
  /** The forms that its data is printed in, where it has several. */
  readonly formats?: readonly Format[]
}

/** The commands that only the terminal has, by their words. `local-runs.ts` carries them out. */
const table = {
  'sign-in': {
    about: 'sign in at a server: with a code that you confirm in a browser, or with an API key',
    syntax: '[URL] [--key]',
    most: 1,
    flags: { '--key': 'sign in with an API key, which is asked for or read from standard input' },
    general: ['server', 'project'],
  },
  'sign-out': {
    about: 'end the session, and forget it: at the server of the last sign-in, or at the one that is named',
    syntax: '[URL]',
    most: 1,
    general: ['server'],
  },
  whoami: {
    about: 'show the account, the server and the project',
    most: 0,
    general: ['output-format', 'json', 'server', 'project'],
    formats: ['table', 'json', 'yaml'],
  },
  watch: {
    about: 'show results as they come',
    syntax: '[MONITORS] [--category NAMES] [--count N]',
    flags: {
      '--category NAMES': 'only these results: PASS, SLOW, WARNING, FAIL, with commas between them',
      '--count N': 'end after this many results',
    },
    names: 'monitor',
    general: ['output-format', 'json', 'jsonl', 'server', 'project'],
    // Results come one by one, so that all JSON is lines of it.
    formats: ['table', 'json', 'jsonl'],
  },
  describe: {
    about: 'show an object with everything about it: its fields, and its newest results, alerts and incidents',
    syntax: 'KIND NAME',
    general: ['output-format', 'json', 'server', 'project'],
    like: 'show',
    formats: ['table', 'json', 'yaml'],
  },
  diff: {
    about: 'show how the settings of two objects of a kind differ; 1 where they do',
    syntax: 'KIND NAME NAME',
    general: ['server', 'project'],
    like: 'show',
  },
  undo: {
    about: 'undo the last command of this terminal in the project, after a question',
    syntax: '[--list]',
    most: 0,
    flags: { '--list': 'list the commands that can be undone, the last one first' },
    general: ['yes', 'server', 'project'],
  },
  mcp: {
    about: 'serve the commands as tools of the Model Context Protocol, over standard input and output',
    syntax: '[--write] [--tools NAMES]',
    flags: {
      '--write': 'offer tools that change things too; without it they only read',
      '--tools NAMES': 'the tools that are listed: usual, all, or what they are about: monitor,incident',
    },
    general: ['server', 'project'],
  },
  paths: {
    about: 'write test paths through the machines of the web app, or of your own app',
    syntax: '[MACHINE…] [--format NAME] [--coverage NAME] [--from FILE] [--out DIR]',
    flags: {
      '--format NAME': 'json (usual), mermaid, playwright or gherkin',
      '--coverage NAME':
        'states, transitions (usual), longest: transitions in fewer paths, or simple: all paths that visit no state twice',
      '--from FILE': 'a JavaScript module that exports machines of your own app',
      '--out DIR': 'write files there instead of printing',
    },
  },
  completion: {
    about: 'print the script that completes lines in bash, zsh or fish',
    syntax: 'bash|zsh|fish',
  },
  help: {
    about: 'explain a command',
    syntax: '[COMMAND]',
  },
} as const satisfies Readonly<Record<string, LocalCommand>>

export type LocalName = keyof typeof table

/** The same, where it does not matter which of them there are. */
export const LOCAL: Readonly<Record<string, LocalCommand>> = table

const isLocal = (phrase: string): phrase is LocalName => Object.hasOwn(table, phrase)

/** The local command that words begin with, the longest first, and the words after it; null where a longer phrase of the registry does. */
export const localCommandOf = (
  words: readonly string[],
): { readonly phrase: LocalName; readonly command: LocalCommand; readonly rest: readonly string[] } | null => {
  const registered = phraseIn(tokensOf(lineOf(words)), headlessCommands)?.length ?? 0
  for (let length = Math.min(3, words.length); length > registered; length--) {
    const phrase = words.slice(0, length).join(' ')
    if (isLocal(phrase)) return { phrase, command: table[phrase], rest: words.slice(length) }
  }
  return null
}
