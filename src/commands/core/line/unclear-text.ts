import { kinds } from '../../kinds.ts'
import { type Argument, argumentsOf, nameOfArgument } from '../argument.ts'
import { nounsOf } from '../bulk-words.ts'
import type { Command } from '../command.ts'
import { named } from '../naming.ts'
import { isPartial, loadedOf, searchCall } from '../search-call.ts'
import { timeOf } from '../time-words.ts'
import type { World } from '../world.ts'
import { noHelp } from './line-problems.ts'
import { readValue } from './read-value.ts'
import type { Problem } from './reading.ts'
import { quote, type Token } from './tokens.ts'
import { shapeOf } from './value-shape.ts'

/** A text of several words without quotes, and the argument that it is read as. */
export type BareText = {
  readonly argument: Argument
  readonly token: Token
  /** The problem of where it begins. */
  readonly unclear: Problem | null
}

/** A line that was read to its end. */
type Line = {
  readonly command: Command
  readonly world: World
  readonly seen: ReadonlySet<Argument>
  readonly args: Readonly<Record<string, unknown>>
}

/** Longer ends of a text are no value. */
const MOST_WORDS = 12
/** So many arguments are offered that an end may be meant for. */
const MOST_OFFERED = 3

/**
 * The problem of a text without quotes whose last words may be an argument that the line does not give: `create api-key readonly VIEWER`.
 * Nobody knows which is meant, so both are offered. Null where no other argument takes them.
 */
export const unclearText = (text: BareText, line: Line): Problem | null => {
  const { argument, token, unclear } = text
  // An address has no spaces, so that only the other reading is left.
  const isAddress = /^https?:\/\/\S+\s/i.test(token.text)
  if (unclear && !isAddress) return unclear
  const open = argumentsOf(line.command).filter((each) => !each.required && !line.seen.has(each))
  const starts = [...token.text.matchAll(/\s+(?=\S)/g)].map(({ index, 0: space }) => index + space.length)
  const ends = starts
    .slice(-MOST_WORDS)
    .map((at) => ({ begun: token.text.slice(0, at).trim(), end: token.text.slice(at) }))
  const readings = open.flatMap((other) => {
    const found = ends.find(({ end }) => fits(end, other, line))
    return found ? [{ ...found, other }] : []
  })
  const [first] = readings
  if (!first) return unclear ?? searching(text, open, line)
  const options = readings.slice(0, MOST_OFFERED).map(({ other, begun, end }) => ({
    text: `${quote(begun)} ${other.flag} ${quotedIn(other, end)}`,
    option: `${other.flag} ${quotedIn(other, end)}`,
  }))
  const written = options.map(({ option }) => option).join(' or ')
  return {
    ...noHelp,
    from: token.from,
    to: token.to,
    sentence: isAddress
      ? `“${first.end}” is no part of the address: write ${written}.`
      : `“${first.end}” may belong to the text before it, or be the ${nounOf(first.other)}: put quotes around the text, or write ${written}.`,
    argument,
    instead: [...(isAddress ? [] : [`"${token.text}"`]), ...options.map((each) => each.text)],
  }
}

const nounOf = (argument: Argument): string => (argument.kind ? nounsOf(argument.kind)[0] : nameOfArgument(argument))

const partsOf = (argument: Argument, text: string): readonly string[] =>
  shapeOf(argument).kind === 'list' ? text.split(',').map((part) => part.trim()) : [text]

const quotedIn = (argument: Argument, text: string): string => partsOf(argument, text).map(quote).join(',')

/** Whether words are a value that not every text is: a choice, a number, a duration, a time, a pair, or the name of an object. */
const fits = (text: string, argument: Argument, line: Line): boolean =>
  partsOf(argument, text).every((part) => isValue(part, argument, line))

const isValue = (text: string, argument: Argument, { world, args }: Line): boolean => {
  const { kind, objects, time } = argument
  if (kind) return kinds[kind].named !== 'by any text' && named(text, world.entities(kind)).length > 0
  if (objects) return named(text, objects(world, args) ?? []).length > 0
  if (time) return timeOf(text, time, world) !== null
  const shape = shapeOf(argument)
  if (shape.kind === 'pairs' || shape.kind === 'map') return /^[^\s=]+=/.test(text)
  if (shape.kind === 'boolean') return false
  const read = readValue(text, false, { ...shape, text: false }, { argument, args, world, last: false })
  return 'value' in read && (shape.kind === 'list' || shape.problemOf(read.value) === null)
}

/** The search for objects that the last word of a text may name, where not all are loaded; null where the answer is known. */
const searching = ({ argument, token }: BareText, open: readonly Argument[], { world }: Line): Problem | null => {
  const word = token.text.split(/[\s,]+/).at(-1) ?? ''
  for (const { kind } of open) {
    if (!kind || kinds[kind].named !== undefined) continue
    const isLoading = loadedOf(kind, world) === 'some'
    if (!isLoading && (!isPartial(kind, world) || world.searched(kind, word))) continue
    const search = searchCall(kind, word, true)
    const sentence = `Looking for ${nounsOf(kind)[1]} called ${word}.`
    if (search || isLoading)
      return { ...noHelp, from: token.from, to: token.to, sentence, argument, unfinished: true, search, isLoading }
  }
  return null
}
