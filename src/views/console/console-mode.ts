import { commandAskedAbout } from '../../commands/core/line/explain.ts'
import type { Reading } from '../../commands/core/line/reading.ts'
import { isNamed } from '../../commands/core/line/suggest.ts'
import { quote, tokensOf } from '../../commands/core/line/tokens.ts'

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

/** The answer being typed, without its quotes. */
export const typedAnswer = (line: string, picked: string): string => {
  const rest = restOf(line, picked)
  const [token] = tokensOf(rest)
  return token?.quoted && rest.startsWith('"') ? token.text : rest
}

/** The line with the typed answer; an answer with spaces is quoted. */
export const withAnswer = (picked: string, typed: string): string =>
  picked + (/\s/.test(typed) && typed.trim() !== '' && !typed.startsWith('--') ? quote(typed) : typed.trimStart())

/** The line without its last word, or without its command. */
export const stepBack = (reading: Reading): string => {
  const last = reading.tokens.at(-1)
  if (!last || reading.tokens.length <= 1) return ''
  const before = reading.tokens.at(-2)
  // A flag is removed with its value.
  const from = before?.role === 'flag' && last.role !== 'flag' ? before.from : last.from
  return reading.line.slice(0, from)
}
