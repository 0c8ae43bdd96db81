import { type Argument, argumentsOf } from '../argument.ts'
import { nounsOf } from '../bulk-words.ts'
import type { Command } from '../command.ts'
import type { Reading } from './reading.ts'
import { shapeOf } from './value-shape.ts'

/** A piece of a signature; `current` where the line's end is in it. */
export type SignaturePart = { readonly text: string; readonly current: boolean }

/** The syntax of a command: `run monitor <monitor> [--location <id>]`. Arguments already given lose their brackets. */
export const signatureOf = (command: Command, reading: Reading): readonly SignaturePart[] => [
  { text: command.words, current: false },
  ...argumentsOf(command).map((argument) => {
    const current = reading.current === argument
    const given = current || reading.args[argument.key] !== undefined
    const text = argument.required ? `<${placeholderOf(argument)}>` : flagged(argument)
    return { text: argument.required || given ? text : `[${text}]`, current }
  }),
]

const flagged = (argument: Argument): string => {
  const { kind } = shapeOf(argument)
  if (kind === 'boolean') return argument.flag
  return `${argument.flag} ${kind === 'map' || kind === 'pairs' ? 'NAME=value' : `<${valueOfFlag(argument)}>`}`
}

/** One object goes by its kind's noun, as in `restore monitor <deleted-monitor>`; any other value by its argument's name. */
const placeholderOf = ({ kind, flag, definition }: Argument): string =>
  kind && definition === 'string' ? nounsOf(kind)[0].toLowerCase().replaceAll(' ', '-') : flag.slice(2)

const valueOfFlag = (argument: Argument): string => {
  const shape = shapeOf(argument)
  if (argument.unit) return argument.unit
  if (argument.kind) return argument.kind === 'tag' ? 'tag' : 'id'
  if (shape.choices.length > 0 && shape.choices.join('|').length <= 28) return shape.choices.join('|')
  if (shape.kind === 'number') return 'n'
  return shape.choices.length > 0 ? 'word' : 'text'
}
