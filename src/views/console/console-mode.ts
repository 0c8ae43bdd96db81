import type { Reading } from '../../commands/core/line/reading.ts'
import { isNamed } from '../../commands/core/line/suggest.ts'
import { quote, tokensOf } from '../../commands/core/line/tokens.ts'

/**
 * How a line is shown. `choose`: words to search by. `ask`: what was picked as chips, and an answer being typed. `line`: all of it,
 * coloured. `keys`: the sheet of shortcuts.
 */
export type ConsoleMode = 'choose' | 'ask' | 'line' | 'keys'

/** A line is shown in steps as long as it goes on from what was picked, and no flag is typed. */
export const modeOf = (reading: Reading, picked: string): ConsoleMode => {
  const { line } = reading
  if (line.trim() === '?') return 'keys'
  if (!isNamed(reading)) return /(^|\s)--/.test(line) ? 'line' : 'choose'
  return picked !== '' && line.startsWith(picked) && !restOf(line, picked).startsWith('--') ? 'ask' : 'line'
}

const restOf = (line: string, picked: string): string => line.slice(picked.length)

/** The answer being typed, without the quotes that were put around it. */
export const typedAnswer = (line: string, picked: string): string => {
  const rest = restOf(line, picked)
  const [token] = tokensOf(rest)
  return token?.quoted && rest.startsWith('"') ? token.text : rest
}

/** The line with an answer as it is typed: words with spaces are one answer. */
export const withAnswer = (picked: string, typed: string): string =>
  picked + (/\s/.test(typed) && typed.trim() !== '' && !typed.startsWith('--') ? quote(typed) : typed.trimStart())

/** One step back: the line without its last word, or without its command. */
export const stepBack = (reading: Reading): string => {
  const last = reading.tokens.at(-1)
  if (!last || reading.tokens.length <= 1) return ''
  const before = reading.tokens.at(-2)
  // A flag goes with its value.
  const from = before?.role === 'flag' && last.role !== 'flag' ? before.from : last.from
  return reading.line.slice(0, from)
}
