import type { type } from 'arktype'
import type { EndpointName } from '../../contract/contract.ts'
import type { Effect, ProjectRight } from '../../contract/core/endpoint.ts'
import type { RouteName } from '../routes.ts'
import type { ArgumentCheck } from './argument-checks.ts'
import type { Objects } from './objects.ts'
import type { EntityKind, World } from './world.ts'

/** The confirmation of a permanent action. */
export type Confirmation = {
  /** "Delete “Tax lookup (SOAP)” permanently?" */
  readonly question: string
  /** What will be so afterwards, a line each. */
  readonly effects: readonly string[]
  /** The number of results that go with its object, read from the server when the question is shown; null while they are being counted. */
  readonly results?: () => number | null
  /** The short word that is typed to confirm; null where a press of the button is enough. */
  readonly word: string | null
  /** The name that the question shows, where the word is made of it; typing it confirms too. */
  readonly name?: string
  /** The one of `effects` that names several objects: a caller that lists them itself leaves it out. */
  readonly namesLine?: string
  /** Whether it is about several objects at once. */
  readonly isOfSeveral?: boolean
  /** The label of the button: "Delete monitor". */
  readonly button: string
  /** Why the server would refuse it now: nobody is asked then, and this is the refusal. */
  readonly barred?: string
  /** A command undoes it. */
  readonly reversible?: boolean
  /** How long, and with what, its object can be restored: "30 days, with its results". */
  readonly restorable?: string
}

/** Where the keys of a command work: `anywhere`, in a list, on an open object, or in a form. */
export type KeyScope = 'anywhere' | 'list' | 'object' | 'form'

/** One action for several things: its id, and their number. */
export type Batch = { readonly id: string; readonly of: number }

/** A call of another command, by its id. */
export type Undo = { readonly id: string; readonly args: Readonly<Record<string, unknown>> }

/** A key as definitions spell it: `name?` is optional. */
export const keyOf = (written: string): { readonly key: string; readonly required: boolean } =>
  written.endsWith('?') ? { key: written.slice(0, -1), required: false } : { key: written, required: true }

/** The values to choose from for an argument, each with its meaning. */
export type Choices = (world: World) => readonly Choice[]

/** A value to choose from. `note` says it in words; a line may give it by those, or by one of `also`, as `=` for `eq`. */
export type Choice = { readonly value: string; readonly note?: string; readonly also?: readonly string[] }

type ArgumentsOf<Def> = type.infer<Def>
type NameOf<Key> = Key extends `${infer Name}?` ? Name : Key

type Spec<Def> = {
  /** `noun.verb`, as endpoint and audit entry are named. */
  id: string
  /** What is typed: `run monitor`. */
  words: string
  /** Older phrases for the same, which are still read; the console shows only `words`. */
  aliases?: readonly string[]
  /** What its button says: "Run now". */
  title: string
  /** Its button while it works: "Running". */
  pending?: string
  icon?: string
  /** Default: `read`. */
  effect?: Effect
  /** arktype's notation, in the order of prompts; those without `?` are also read by their place in the line. */
  args: type.validate<Def>
  /** Which of them name a thing, and of which kind. */
  of?: { readonly [K in keyof Def as NameOf<K>]?: EntityKind }
  /** The objects that arguments name, where those are of no kind. */
  objects?: { readonly [K in keyof Def as NameOf<K>]?: Objects }
  /** What asks for an argument, where the usual words (`prompts.ts`) do not say it: "Where from?". */
  prompts?: { readonly [K in keyof Def as NameOf<K>]?: string }
  /** The meaning of an argument that is left out, where a line that is ready to run, or a question, has to say it. */
  without?: { readonly [K in keyof Def as NameOf<K>]?: (world: World) => string | null }
  /** Arguments that no line remembers, such as a password. */
  secret?: readonly NameOf<keyof Def & string>[]
  /** Whether its secret arguments are secret with these others; absent: always. `unsaid`: no line remembers them, but they may be stored readable. */
  isSecret?: (args: Partial<ArgumentsOf<Def>>) => boolean | 'unsaid'
  /** Secret arguments with entries, by the argument that names those of them that are secret: the others are shown. */
  secretEntries?: { readonly [K in keyof Def as NameOf<K>]?: NameOf<keyof Def & string> }
  /** Checks of values that need no server, in place of those that go by an argument's name (`argument-checks.ts`); null: none. */
  checks?: { readonly [K in keyof Def as NameOf<K>]?: ArgumentCheck | null }
  /** Arguments that are future times as a person writes them: `tomorrow 9`. */
  times?: readonly NameOf<keyof Def & string>[]
  /** Fixed choices for an argument, with what each means. */
  choices?: { readonly [K in keyof Def as NameOf<K>]?: Choices }
  /** `r`, `Shift+j`, `Mod+k`, or one after the other: `g m`. A capital letter is pressed with Shift. */
  keys?: string
  /** Further keys for the same, such as arrows beside letters. */
  alsoKeys?: readonly string[]
  keyScope?: KeyScope
  /** The kind that its keys are for: they act on that kind's screens, before the same keys of a command without one. */
  keysFor?: EntityKind
  /** The screen that its keys are for: there they act before the same keys of a command without one. */
  keysOn?: RouteName
  /** Whether an object is in a state for it, as far as that is known; the console offers it for no other. Absent: always. */
  fits?: (id: string, world: World) => boolean
  /**
   * The state that its object has already, where it would change nothing: "is paused already". Then it says so instead of acting, and the console
   * offers it for other objects. Null where it would change something, or nothing is known.
   */
  already?: (args: Partial<ArgumentsOf<Def>>, world: World) => string | null
  /** Whether it makes sense now; absent: always when signed in. */
  when?: (world: World) => boolean
  /** The right in the current project that it needs; where the level lacks it the command is not offered. */
  needs?: ProjectRight
  /** Works without sign-in. */
  publicToo?: boolean
  /** Null where these arguments delete nothing. */
  confirm?: (args: ArgumentsOf<Def>, world: World) => Confirmation | null
  /** The confirmation of a typed line, where its button acts at once: the first letters of its words and Enter twice are no decision. */
  confirmTyped?: () => Confirmation
  /**
   * Whether it may keep people from hearing of an outage: then a program asks before it does that. Absent: it may if it changes or deletes
   * what there is. A list names the arguments that cannot.
   */
  silences?: boolean | { readonly except: readonly string[] }
  /**
   * A sentence about who is notified, what runs or what is seen by it that was not before: a program asks with it. A function says it for some
   * arguments alone.
   */
  widens?: string | ((args: Readonly<Record<string, unknown>>) => string | null)
  /** The question of a program before these arguments, where the title fits only some of them: "Alert on manual runs" does not fit `on: false`. */
  asks?: (args: ArgumentsOf<Def>) => string
  /** What has become of its object, for the one line afterwards: "deleted" makes “Tax lookup” deleted, or 3 monitors deleted. */
  done?: string | ((args: ArgumentsOf<Def>, world: World) => string)
  /**
   * The command that undoes it, or `calls`: each of its calls is undone, by restoring the fields that it changed or deleting what it made.
   * `unneeded`: an undo passes over it, because it undoes or redoes another one.
   * As a function: null where everything is so already, and undefined where that is not known, so that nothing undoes it.
   */
  undo?: 'calls' | 'unneeded' | ((args: ArgumentsOf<Def>, world: World) => Undo | null | undefined)
  /** The endpoints it calls that write: a law holds that none for persons is without its command. */
  writes?: readonly EndpointName[]
  /** The endpoint whose answer it shows, where that is all it does. */
  reads?: readonly EndpointName[]
  /** The form of the data that it prints where there is no screen: rows, an object, a file's content or a text. Absent: a message about what it did. */
  prints?: 'rows' | 'one' | 'content' | 'text'
  /** It says nothing without one of its flags: a change must name what changes. */
  needsOption?: boolean
  /** Left out of the console: it only makes sense as a key or a button (moving the cursor). */
  hidden?: boolean
  /**
   * Whether it makes sense only on a screen. Default: what writes needs none, what only reads does. `needsScreen` reads it, for the
   * terminal and other callers without a screen.
   */
  screen?: boolean
  /** Does it; resolves when done, to its object's name where only the answer has it. A rejection is shown where the command was given. `batch` is set if it is done for several things. */
  run: (args: ArgumentsOf<Def>, world: World, batch?: Batch) => unknown
}

export type Command = Omit<
  Spec<unknown>,
  | 'args'
  | 'of'
  | 'objects'
  | 'prompts'
  | 'without'
  | 'secret'
  | 'isSecret'
  | 'secretEntries'
  | 'choices'
  | 'checks'
  | 'already'
  | 'asks'
  | 'confirm'
  | 'times'
  | 'undo'
  | 'run'
  | 'effect'
  | 'done'
> & {
  readonly effect: Effect
  readonly args: Readonly<Record<string, unknown>>
  readonly of: Readonly<Record<string, EntityKind | undefined>>
  readonly objects?: Readonly<Record<string, Objects | undefined>>
  readonly choices: Readonly<Record<string, Choices | undefined>>
  readonly checks?: Readonly<Record<string, ArgumentCheck | null | undefined>>
  readonly prompts: Readonly<Record<string, string | undefined>>
  readonly without?: Readonly<Record<string, ((world: World) => string | null) | undefined>>
  readonly secret: readonly string[]
  readonly isSecret?: (args: Readonly<Record<string, unknown>>) => boolean | 'unsaid'
  readonly secretEntries?: Readonly<Record<string, string | undefined>>
  readonly times?: readonly string[]
  readonly done?: string | ((args: Readonly<Record<string, unknown>>, world: World) => string)
  readonly already?: (args: Readonly<Record<string, unknown>>, world: World) => string | null
  readonly asks?: (args: Readonly<Record<string, unknown>>) => string
  readonly confirm?: (args: Readonly<Record<string, unknown>>, world: World) => Confirmation | null
  readonly undo?:
    | 'calls'
    | 'unneeded'
    | ((args: Readonly<Record<string, unknown>>, world: World) => Undo | null | undefined)
  readonly run: (args: Readonly<Record<string, unknown>>, world: World, batch?: Batch) => unknown
}

/**
 * Declares a command: its arguments are checked where they are written. The definition is compiled when a line is first read
 * with it, never at start.
 */
export const command = <const Def extends Record<string, unknown>>(spec: Spec<Def>): Command =>
  // The type of the arguments is known to whoever writes the command; to the registry they are what the definition let through.
  ({ effect: 'read', of: {}, choices: {}, prompts: {}, secret: [], ...spec }) as unknown as Command

/** Every phrase that names a command in a line: its own first, then the older ones. */
export const phrasesOf = ({ words, aliases = [] }: Command): readonly string[] => [words, ...aliases]
