import type { Command } from './command.ts'
import { promptFor, unitOf } from './prompts.ts'
import type { EntityKind } from './world.ts'

/** One argument of a command, as a line and a prompt speak of it. */
export type Argument = {
  /** Its name among the arguments. */
  readonly key: string
  /** Its name in a line, with dashes: `--run-delay`. */
  readonly flag: string
  readonly required: boolean
  /** In arktype's notation. */
  readonly definition: unknown
  readonly kind: EntityKind | null
  /** What asks for it: "Where from?"; null where nobody found words, which a law forbids. */
  readonly prompt: string | null
  /** What a number counts: numbers may be written as `5m`. */
  readonly unit: 's' | 'min' | null
  /** Kept out of what is remembered. */
  readonly secret: boolean
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
  const key = written.replace(/\?$/, '')
  const kind = command.of[key] ?? null
  return {
    key,
    flag: `--${dashed(key)}`,
    required: key === written,
    definition,
    kind,
    prompt: command.prompts[key] ?? promptFor(key, kind),
    unit: unitOf(key),
    secret: command.secret.includes(key),
  }
}

/** A name as a flag spells it: `run_delay` and `runDelay` are `run-delay`. */
const dashed = (name: string): string =>
  name
    .replace(/_/g, '-')
    .replace(/\p{Lu}/gu, (letter) => `-${letter.toLowerCase()}`)
    .replace(/^-/, '')

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
