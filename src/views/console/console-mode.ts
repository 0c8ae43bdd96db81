import { argumentsOf } from '../../commands/core/argument.ts'
import { commandAskedAbout } from '../../commands/core/line/explain.ts'
import type { Reading } from '../../commands/core/line/reading.ts'
import { isNamed } from '../../commands/core/line/suggest.ts'
import { quote, tokensOf } from '../../commands/core/line/tokens.ts'
import { shapeOf } from '../../commands/core/line/value-shape.ts'
import { kinds } from '../../commands/kinds.ts'

/**
 * Display mode of a line. `choose`: a search text. `ask`: picked arguments as chips and the answer being typed. `line`: the whole line,
 * highlighted. `keys`: the list of keyboard shortcuts. `explain`: a command with its arguments.
 */
export type ConsoleMode = 'choose' | 'ask' | 'line' | 'keys' | 'explain'

/** Shows the line in steps while it continues what was picked and contains no flag. */
export const modeOf = (reading: Reading, picked: string): ConsoleMode => {
  const { line } = reading
  if (line.trim() === '?') return 'keys'
  if (commandAskedAbout(line)) return 'explain'
  if (!isNamed(reading)) return /(^|\s)--/.test(line) ? 'line' : 'choose'
  return picked !== '' && line.startsWith(picked) && !restOf(line, picked).startsWith('--') ? 'ask' : 'line'
}

const restOf = (line: string, picked: string): string => line.slice(picked.length)

/** The answer being typed, without the quotes of `withAnswer`. */
export const typedAnswer = (line: string, picked: string): string => {
  const rest = restOf(line, picked)
  const [token] = tokensOf(rest)
  return token?.quoted && rest.startsWith('"') ? token.text : rest
}

/**
 * The line with the typed answer. Names are read as they stand, with their spaces and commas, as in a line that is typed whole. A text is
 * what was typed, letter by letter: it stands in quotes where a line would read it otherwise.
 */
export const withAnswer = (picked: string, typed: string, { command, current, missing }: Reading): string => {
  const asked = current ?? missing
  const answer = typed.trimStart()
  if (command === null || asked === null || answer.startsWith('--')) return picked + answer
  const { kind, text } = shapeOf(asked)
  const isFree = asked.kind === null ? text : kinds[asked.kind].named === 'by any text'
  if (!isFree) return picked + answer
  if (kind === 'list') return picked + answer.split(',').map(quotedItem).join(',')
  const endsLine = argumentsOf(command).findLast(({ required }) => required) === asked
  const isPlain = endsLine ? !/["'“„\\]|\s--|\s\s/.test(answer) : !/["'“„\\\s]/.test(answer)
  return picked + (isPlain || answer === '' ? answer : quote(answer))
}

const quotedItem = (item: string): string => (/["'“„\\]|\S\s/.test(item) ? quote(item.trim()) : item)

/** The line without its last word, or without its command. */
export const stepBack = (reading: Reading): string => {
  const last = reading.tokens.at(-1)
  if (!last || reading.tokens.length <= 1) return ''
  const before = reading.tokens.at(-2)
  // A flag is removed with its value.
  const from = before?.role === 'flag' && last.role !== 'flag' ? before.from : last.from
  return reading.line.slice(0, from)
}
