import { type Argument, argumentsOf } from '../argument.ts'
import { nounsOf } from '../bulk-words.ts'
import type { Command } from '../command.ts'
import { lineNameIn } from '../unique-name.ts'
import type { World } from '../world.ts'
import { phraseIn } from './phrase.ts'
import { quote, tokensOf } from './tokens.ts'
import { shapeOf } from './value-shape.ts'

/** An argument in words, derived from its definition. */
export type ExplainedArgument = {
  readonly flag: string
  readonly required: boolean
  /** What it asks: "Which monitor?". */
  readonly prompt: string
  /** Its values: "a whole number from 0 to 86400". */
  readonly takes: string
  /** Its choices with their meaning, where they are fixed. */
  readonly choices: readonly { readonly value: string; readonly note: string }[]
}

/** A command in words. */
export type Explanation = {
  readonly command: Command
  readonly arguments: readonly ExplainedArgument[]
  readonly example: string
  /** What it does to stored data, in a sentence. */
  readonly effect: string
}

/** The command that a line asks about: `? run monitor`, `run monitor ?`. Null where it asks about none. */
export const commandAskedAbout = (line: string): Command | null => {
  const [, before, after] = /^\s*\?\s*(.+)$|^(.+)\s\?\s*$/.exec(line) ?? []
  const words = before ?? after
  return words === undefined ? null : (phraseIn(tokensOf(words))?.command ?? null)
}

/** Explains a command with its arguments. Choices and the example's names are those of the world. */
export const explain = (command: Command, world: World): Explanation => ({
  command,
  arguments: argumentsOf(command).map((argument) => ({
    flag: argument.flag,
    required: argument.required,
    prompt: argument.prompt ?? '',
    takes: takesOf(argument),
    choices: choicesOf(argument, world),
  })),
  example: exampleOf(command, world),
  effect: EFFECTS[command.effect],
})

const EFFECTS: Readonly<Record<Command['effect'], string>> = {
  read: 'Changes nothing.',
  write: 'Changes stored data.',
  destroy: 'Deletes data; it shows what and asks first.',
}

const MOST_CHOICES = 12

const choicesOf = (argument: Argument, world: World): ExplainedArgument['choices'] => {
  const given = argument.choices?.(world) ?? []
  const all = given.length > 0 ? given : shapeOf(argument).choices.map((value) => ({ value, note: '' }))
  return all.slice(0, MOST_CHOICES).map(({ value, note }) => ({ value, note: note ?? '' }))
}

const UNITS = { s: ' seconds, or as 5m', min: ' minutes, or as 2h' } as const

const takesOf = (argument: Argument): string => {
  const { kind, number, choices, nullable } = shapeOf(argument)
  const orNone = nullable ? `; --no-${argument.flag.slice(2)} removes it` : ''
  const many = kind === 'list' ? ', several with commas' : ''
  if (argument.kind) {
    const [noun] = nounsOf(argument.kind)
    return argument.kind === 'tag'
      ? `a tag${many}`
      : `a ${noun} by slug, “name” or id${many}${orNone}`.replace(/^a (?=[aeio])/i, 'an ')
  }
  if (argument.isTime) return 'a time, such as “tomorrow 9” or 2026-01-05T02:00:00Z'
  if (kind === 'boolean') return `on with ${argument.flag}, off with --no-${argument.flag.slice(2)}`
  if (kind === 'map' || kind === 'pairs') return 'NAME=value, once for each'
  if (number) {
    const from = number.least === null ? '' : ` from ${number.least}`
    const to = number.most === null ? '' : ` to ${number.most}`
    return `a ${number.integer ? 'whole ' : ''}number${from}${to}${argument.unit ? UNITS[argument.unit] : ''}${many}${orNone}`
  }
  return `${choices.length > 0 ? 'a word' : argument.secret ? 'text, which is never kept in the history' : 'text'}${many}${orNone}`
}

const exampleOf = (command: Command, world: World): string => {
  const required = argumentsOf(command).filter((each) => each.required)
  const option = argumentsOf(command).find((each) => !each.required && !each.secret)
  const flagged = option && command.needsOption ? [option.flag, ...sampleOf(option, world)] : []
  return [command.words, ...required.flatMap((each) => sampleOf(each, world)), ...flagged].join(' ')
}

/** One value of an argument, as a line writes it. */
const sampleOf = (argument: Argument, world: World): readonly string[] => {
  const { kind, number, choices } = shapeOf(argument)
  if (argument.kind) {
    const entities = world.entities(argument.kind)
    const [first] = entities
    return [first ? lineNameIn(first.id, argument.kind, world) : nounsOf(argument.kind)[0].replaceAll(' ', '-')]
  }
  const [choice] = argument.choices?.(world) ?? []
  if (choice) return [quote(choice.value)]
  if (choices[0] !== undefined) return [quote(choices[0])]
  if (argument.isTime) return ['"tomorrow 9"']
  if (kind === 'boolean') return argument.required ? ['true'] : []
  if (kind === 'map' || kind === 'pairs') return ['NAME=value']
  return [number ? String(number.least ?? 1) : argument.flag.slice(2)]
}
