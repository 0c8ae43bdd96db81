import { kinds } from '../kinds.ts'
import { type ArgumentCheck, checkFor } from './argument-checks.ts'
import { type Choices, type Command, keyOf } from './command.ts'
import type { Objects } from './objects.ts'
import { promptFor, unitOf } from './prompts.ts'
import { senseOf, type TimeSense } from './time-words.ts'
import type { EntityKind } from './world.ts'

/** The normal form of one argument: everything that its command says of it in `args`, `of`, `prompts`, `choices` and `secret`. */
export type Argument = {
  /** Its name among the arguments. */
  readonly key: string
  /** Its name in a line, with dashes: `--run-delay`. An argument that is called like its kind goes by the kind's noun. */
  readonly flag: string
  /** Every flag that a line may give it by: its own first, then the older one. */
  readonly flags: readonly string[]
  readonly required: boolean
  /** In arktype's notation. */
  readonly definition: unknown
  readonly kind: EntityKind | null
  /** The objects that it names, where those are of no kind. */
  readonly objects: Objects | null
  /** What asks for it: "Where from?"; null where nobody found words, which a law forbids. */
  readonly prompt: string | null
  /** Fixed choices; null where there are none. */
  readonly choices: Choices | null
  /** A rule beyond the definition that needs no server; null where there is none. */
  readonly check: ArgumentCheck | null
  /** What a number counts: numbers may be written as `5m`. */
  readonly unit: 's' | 'min' | null
  /** Kept out of what is remembered. */
  readonly secret: boolean
  /** How it is a time, as a person writes it: `tomorrow 9`; null where it is none. */
  readonly time: TimeSense | null
  /** A time to come. */
  readonly isTime: boolean
}

const known = new WeakMap<Command, readonly Argument[]>()

/** The arguments of a command, in the order of prompts: those that are required first. */
export const argumentsOf = (command: Command): readonly Argument[] => {
  const before = known.get(command)
  if (before) return before
  const found = Object.entries(command.args).map(([written, definition]) => argumentOf(command, written, definition))
  const inOrder = [...found.filter(({ required }) => required), ...found.filter(({ required }) => !required)]
  known.set(command, inOrder)
  return inOrder
}

const argumentOf = (command: Command, written: string, definition: unknown): Argument => {
  const { key, required } = keyOf(written)
  const kind = command.of[key] ?? null
  const own = `--${dashed(key)}`
  const time = command.times?.includes(key) ? 'future' : senseOf(key, definition)
  const flag =
    kind !== null && goesByNoun(command, key, kind)
      ? `--${kinds[kind].noun[0].toLowerCase().replaceAll(' ', '-')}`
      : own
  return {
    key,
    flag,
    flags: flag === own ? [own] : [flag, own],
    required,
    definition,
    kind,
    objects: command.objects?.[key] ?? null,
    prompt: command.prompts[key] ?? promptFor(key, kind),
    choices: command.choices[key] ?? null,
    check: command.checks?.[key] === undefined ? checkFor(key) : command.checks[key],
    unit: unitOf(key),
    secret: command.secret.includes(key),
    time,
    isTime: time !== null && time !== 'last',
  }
}

/** Whether an argument goes by the noun of its kind: it is called like the kind, or like the id by which an endpoint filters its rows. */
const goesByNoun = ({ effect, prints, of }: Command, key: string, kind: EntityKind): boolean =>
  key === kind || (effect === 'read' && prints !== undefined && key.endsWith('_id') && of[kind] === undefined)

/** A name as a flag spells it: `run_delay` and `runDelay` are `run-delay`. */
const dashed = (name: string): string =>
  name
    .replace(/_/g, '-')
    .replace(/\p{Lu}/gu, (letter) => `-${letter.toLowerCase()}`)
    .replace(/^-/, '')

/** The name by which a program gives an argument: the noun of its kind, where a line gives it by that, else its own. */
export const givenName = ({ key, flag, flags }: Argument): string => (flags.length > 1 ? flag.slice(2) : key)

/** The name of an argument in words: `run delay`. */
export const nameOfArgument = ({ flag }: Argument): string => flag.slice(2).replace(/-/g, ' ')

/** Whether a command's phrase ends with the argument's name, so that naming it again reads twice: `run monitor`. */
export const isNamedBy = ({ words }: Command, argument: Argument): boolean =>
  ` ${words.replace(/-/g, ' ')}`.endsWith(` ${nameOfArgument(argument)}`)

/** The argument by which a command runs for several things at once: the first, where it names one thing and is required. */
export const bulkArgumentOf = (command: Command): Argument | null => {
  const first = argumentsOf(command)[0]
  return first?.required && first.kind && typeof first.definition === 'string' && !first.definition.includes('[]')
    ? first
    : null
}

/** Whether a command that says nothing without its flags is given none of them. */
export const lacksOption = (command: Command, args: Readonly<Record<string, unknown>>): boolean =>
  command.needsOption === true &&
  !argumentsOf(command).some(({ key, required }) => !required && args[key] !== undefined)

/** Whether a reading is filtered by nothing, as by an unset variable in quotes: it would answer everything. */
export const isEmptyFilter = (command: Command, argument: Argument, value: unknown): boolean =>
  command.reads !== undefined && command.effect === 'read' && !argument.required && value === ''
