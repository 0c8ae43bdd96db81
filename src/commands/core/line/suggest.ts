import { argumentsOf } from '../argument.ts'
import type { Command } from '../command.ts'
import type { World } from '../world.ts'
import { answersFor } from './answers.ts'
import { choicesOfCommands } from './choose.ts'
import { readLine } from './read.ts'
import { isComplete, type Reading, shownProblem } from './reading.ts'
import type { Suggestion, SuggestionGroup } from './suggestion.ts'

/** Suggestions at the end of a line, best first, 50 at most. `recent` are earlier lines, the likeliest first. */
export const suggestionsFor = (
  line: string,
  world: World,
  recent: readonly string[] = [],
  reading: Reading = readLine(line, world),
): readonly SuggestionGroup[] =>
  isNamed(reading) ? answersFor(reading, world, recent) : choicesOfCommands(line, world, recent)

/** A command is named and left behind: a space follows its words, or it takes nothing more and nothing longer begins like it. */
export const isNamed = (reading: Reading): reading is Reading & { readonly command: Command } => {
  const { command, tokens, line } = reading
  if (!command) return false
  return line.length > (tokens[0]?.to ?? 0) && argumentsOf(command).length > 0
}

/** The choice that goes on from what is typed; null without one, and where the line is complete as it stands. */
const goingOn = (reading: Reading, groups: readonly SuggestionGroup[]): Suggestion | null => {
  const { line } = reading
  if (line === '' || isComplete(reading)) return null
  const items = groups.flatMap((group) => group.items).filter((each) => goesOn(each, line))
  // A whole name is not made another one: what follows it is next.
  const isWhole = (each: Suggestion) => each.line.trimEnd().toLowerCase() === line.toLowerCase()
  return items.find((each) => each.line.trimEnd() === line) ?? items.find(isWhole) ?? items[0] ?? null
}

/** The text that is shown after the caret, as Tab completes the line; empty without a completion. */
export const completionOf = (reading: Reading, groups: readonly SuggestionGroup[]): string =>
  goingOn(reading, groups)?.line.slice(reading.line.length) ?? ''

const goesOn = (each: Suggestion, line: string): boolean =>
  each.line.length > line.length && each.line.toLowerCase().startsWith(line.toLowerCase())

/** The line that Tab makes: the mended one, else the one with the ghost, else that of the choice the cursor is on. */
export const completed = (
  reading: Reading,
  groups: readonly SuggestionGroup[],
  chosen: Suggestion | null,
): string | null => {
  const fix = shownProblem(reading)?.fix
  if (fix) return fix
  const next = goingOn(reading, groups)
  // In its own case: the name as typed may be that of another object.
  if (next) return next.line
  return chosen && chosen.line !== reading.line ? chosen.line : null
}
