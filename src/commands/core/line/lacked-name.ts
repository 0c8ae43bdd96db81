import { type Argument, argumentsOf } from '../argument.ts'
import { nounsOf } from '../bulk-words.ts'
import type { Command } from '../command.ts'
import { named } from '../naming.ts'
import { lineNameIn } from '../unique-name.ts'
import type { World } from '../world.ts'
import { readValue } from './read-value.ts'
import type { Problem } from './reading.ts'
import { quote, type Token } from './tokens.ts'
import { shapeOf } from './value-shape.ts'

/** A line as far as it was read. */
type Line = {
  readonly line: string
  readonly command: Command
  readonly world: World
  readonly args: Readonly<Record<string, unknown>>
}

/** Whether a text is a value of an argument that not every text is, such as a number. */
const isValueOf = (text: string, argument: Argument, { world, args }: Line): boolean => {
  const shape = { ...shapeOf(argument), text: false }
  if (argument.kind !== null || argument.objects !== null || !['text', 'number'].includes(shape.kind)) return false
  const read = readValue(text, false, shape, { argument, args, world, last: false })
  return 'value' in read && shape.problemOf(read.value) === null
}

/**
 * The problem of a value that stands where a name should, because the name was left out: `snooze alert 10`. The last word of the command may
 * be the name itself, as of an alert that is called “Webhook” in `snooze webhook 10`; it is offered, and never taken. Null for others.
 */
export const lackedName = (problem: Problem, token: Token, argument: Argument, line: Line): Problem | null => {
  const { kind } = argument
  if (kind === null || problem.unfinished || problem.instead.length > 0) return null
  const required = argumentsOf(line.command).filter((each) => each.required)
  const next = required[required.indexOf(argument) + 1]
  if (!next || !isValueOf(token.text, next, line)) return null
  const lastWord = line.line.slice(0, token.from).trim().split(/\s+/).at(-1) ?? ''
  const meant = named(lastWord, line.world.entities(kind)).map(({ id }) => lineNameIn(id, kind, line.world))
  const [noun] = nounsOf(kind)
  return {
    ...problem,
    sentence: `No ${noun} is called ${token.text}: write the name of the ${noun} before ${token.text}.`,
    instead: meant.map((name) => `${name} ${quote(token.text)}`),
  }
}
