import type { Command } from '../commands/core/command.ts'

/** The commands that a general flag has an effect on, and how a sentence names them. */
type Use = { readonly fits: (command: Command) => boolean; readonly where: string }

const printsData = ({ prints }: Command): boolean => prints !== 'content'
const printsObjects = ({ prints }: Command): boolean => prints === 'rows' || prints === 'one'
const startsRuns = ({ writes = [] }: Command): boolean =>
  writes.some((name) => name === 'monitor.run' || name === 'workflow.run')

/** The uses of general flags. */
const USES = {
  every: { fits: () => true, where: 'every command' },
  data: { fits: printsData, where: 'commands that print data (not downloads)' },
  objects: { fits: printsObjects, where: 'list, show and get' },
  rows: { fits: ({ prints }) => prints === 'rows', where: 'lists, such as sonde list monitors' },
  content: { fits: ({ prints }) => prints === 'content', where: 'downloads, such as sonde download file' },
  runs: { fits: startsRuns, where: 'commands that start runs, such as sonde run monitor' },
  asking: {
    fits: ({ confirm }) => confirm !== undefined,
    where: 'commands that ask before they act, such as sonde delete monitor',
  },
} as const satisfies Readonly<Record<string, Use>>

type Flag = {
  /** The placeholder of its value; absent: it takes none. */
  readonly value?: string
  readonly short?: string
  readonly use: keyof typeof USES
  /** Another flag that it has no effect without. */
  readonly needs?: string
  readonly about: string
}

/** General flags: each works for every command of its use. A command's own flag of the same name goes first. */
export const FLAGS = {
  'output-format': {
    value: 'FORMAT',
    short: 'o',
    use: 'data',
    about: 'print table, wide, name, json, jsonl or yaml; name prints ids that “-” reads',
  },
  json: { use: 'data', about: 'print JSON: an array of rows, an object, or what was done' },
  jsonl: { use: 'data', about: 'print rows as JSON, one a line' },
  columns: { value: 'NAMES', use: 'rows', about: 'columns of a list, with commas between them: id,meta.name' },
  'no-headers': { use: 'rows', about: 'print a list without the names of its columns' },
  watch: { short: 'w', use: 'objects', about: 'print again what changes, until Ctrl-C' },
  output: { value: 'FILE', use: 'content', about: 'write the file that is downloaded there; - is standard output' },
  wait: { use: 'runs', about: 'wait for runs, and fail if one of them fails' },
  timeout: { value: 'SECONDS', use: 'runs', needs: 'wait', about: 'with --wait: wait at most this long (usually 600)' },
  strict: { use: 'runs', needs: 'wait', about: 'with --wait: fail on SLOW and WARNING too' },
  junit: { value: 'FILE', use: 'runs', needs: 'wait', about: 'with --wait: write a JUnit report' },
  'allow-empty': {
    use: 'runs',
    needs: 'wait',
    about: 'with --wait: succeed where standard input names nothing to run',
  },
  yes: { short: 'y', use: 'asking', about: 'do it without asking, even what is permanent' },
  server: { value: 'URL', short: 's', use: 'every', about: 'the server, instead of SONDE_URL and the last sign-in' },
  project: { value: 'NAME', short: 'p', use: 'every', about: 'the project by name or id, instead of SONDE_PROJECT' },
  quiet: { short: 'q', use: 'every', about: 'print no messages, only data and problems' },
  help: { short: 'h', use: 'every', about: 'explain the command' },
  version: { short: 'v', use: 'every', about: 'print the version' },
} as const satisfies Readonly<Record<string, Flag>>

export type FlagName = keyof typeof FLAGS

/** The general flags of a line, with their values; those that take none have an empty one. */
export type Flags = Readonly<Partial<Record<FlagName, string>>>

// The keys of the table are its names; Object.keys cannot know it.
export const FLAG_NAMES = Object.keys(FLAGS) as readonly FlagName[]

/** A general flag where it does not matter which. */
export const flagNamed = (name: FlagName): Flag => FLAGS[name]

/** The use of a general flag. */
export const flagUse = (name: FlagName): Use => USES[FLAGS[name].use]

/** A general flag as help shows it: `-o, --output-format FORMAT`. */
export const flagSyntax = (name: FlagName): string => {
  const { short, value } = flagNamed(name)
  return `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`
}
