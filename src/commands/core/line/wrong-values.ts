import { type Argument, argumentsOf, isEmptyFilter } from '../argument.ts'
import { noHelp } from './line-problems.ts'
import type { LineReader } from './line-reader.ts'
import { expectation, labelOf } from './read-value.ts'
import type { Problem } from './reading.ts'
import { isBeyond, shapeOf } from './value-shape.ts'

/** The problems of values as a whole: bounds of numbers, lengths, how many. One is found of each argument at most. */
export const wrongValues = (reader: LineReader): readonly Problem[] =>
  argumentsOf(reader.command).flatMap((argument) => wrongValue(argument, reader) ?? [])

const wrongValue = (argument: Argument, reader: LineReader): Problem | null => {
  const { args, bulk, command, problems } = reader
  const value = args[argument.key]
  if (value === undefined || problems.some((each) => each.argument === argument)) return null
  if (argument === bulk && Array.isArray(value)) return null
  const shape = shapeOf(argument)
  const isEmpty = isEmptyFilter(command, argument, value)
  const expected = isEmpty ? 'filled in, or left out' : shape.problemOf(value)
  if (expected === null) return unfitValue(argument, reader)
  const sentence =
    typeof value === 'number'
      ? expectation(argument, shape, String(value))
      : `${labelOf(argument)} must be ${expected}.`
  const unfinished = reader.current === argument && reader.endsOpen() && !isBeyond(value, shape)
  return { ...noHelp, ...spanOf(argument, reader), sentence, argument, unfinished }
}

/** The problem of a text that the server would refuse; with the value that may be meant, where that is clear. */
const unfitValue = (argument: Argument, reader: LineReader): Problem | null => {
  const { args, command, world, current, line } = reader
  if (argument.check === null || argument.kind !== null) return null
  for (const item of [args[argument.key]].flat()) {
    const unfit = typeof item === 'string' && item !== '' ? argument.check(item, args, world) : null
    if (unfit === null) continue
    const { instead, isCertain = false, isLacking = false } = unfit
    // What may be a secret is not repeated where lines are shown without their secrets.
    const isSecret = argument.secret && (command.isSecret?.(args) ?? true) !== false
    const sentence = isSecret ? unfit.sentence.replaceAll(String(item), '…') : unfit.sentence
    const { from, to } = spanOf(argument, reader)
    const fix = instead !== undefined && line.slice(from, to) === item ? reader.replaced({ from, to }, instead) : null
    const unfinished = isLacking || (current === argument && reader.endsOpen() && fix === null)
    return {
      ...noHelp,
      from,
      to,
      sentence,
      argument,
      unfinished,
      instead: fix === null ? [] : [instead ?? ''],
      fix,
      isCertain: fix !== null && isCertain,
    }
  }
  return null
}

/** The span of an argument's value, or else the whole line. */
const spanOf = (argument: Argument, { tokens, line, command }: LineReader): { from: number; to: number } => {
  const flagged = tokens.findIndex(({ from, to }) => line.slice(from, to) === argument.flag)
  const places = argumentsOf(command).filter(({ required }) => required)
  const { from, to } = tokens[flagged < 0 ? places.indexOf(argument) : flagged + 1] ?? { from: 0, to: line.length }
  return { from, to }
}
