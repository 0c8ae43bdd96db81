import { isComplete, type Reading } from './reading.ts'
import { isNamed } from './suggest.ts'
import type { Suggestion, SuggestionGroup } from './suggestion.ts'

/** An effect of Enter: it runs the line as it stands, writes another line and perhaps runs that, or does nothing. */
export type Enter =
  | { readonly does: 'run' }
  | { readonly does: 'write'; readonly line: string; readonly runs: boolean }
  | { readonly does: 'nothing' }

/** The state of the console that Enter depends on. */
export type BeforeEnter = {
  readonly reading: Reading
  readonly groups: readonly SuggestionGroup[]
  /** The choice that the person moved to; null while nobody moved. */
  readonly moved: Suggestion | null
  /** A refusal is shown: what stands below it is help, and nobody chose it. */
  readonly isRefused: boolean
}

/**
 * The choice that is marked: the one that was moved to, else the first. None is beside a refusal, nor before anything is typed, unless it
 * only opens something or is what the screen is about.
 */
export const markedIn = ({ reading, groups, moved, isRefused }: BeforeEnter): Suggestion | null => {
  if (moved) return moved
  const first = groups[0]?.items[0] ?? null
  if (isRefused || first === null) return null
  const isUntyped = reading.line.trim() === '' || (isNamed(reading) && reading.piece.text.trim() === '')
  return isUntyped && !isComplete(reading) && !first.opens && !first.isHere ? null : first
}

/**
 * The effect of Enter. Whatever runs was typed whole, or moved to; from a choice that is only marked because it is the first, Enter completes
 * the line, unless the choice only opens something. One whose name may be another's too is written by that name, and reading the line finds out which is
 * meant.
 */
export const enterOf = (state: BeforeEnter): Enter => {
  const { reading, groups, moved } = state
  if (moved) return { does: 'write', line: moved.line, runs: moved.runs }
  if (isComplete(reading)) return { does: 'run' }
  const whole = certainFix(reading)
  if (whole !== null) return { does: 'write', line: whole, runs: false }
  const marked = markedIn(state)
  if (!marked) return { does: 'nothing' }
  if (marked.named !== null) return { does: 'write', line: marked.named, runs: false }
  return { does: 'write', line: marked.line, runs: marked.runs && (marked.opens || isOnlyNamed(marked, groups)) }
}

/** The line without its only problem, where nothing else can be meant, as of an address without its scheme; null otherwise. */
const certainFix = ({ problems: [only, ...others] }: Reading): string | null =>
  only?.isCertain && others.length === 0 ? only.fix : null

/** Whether the line names a choice whole, and no other one that runs something else. */
const isOnlyNamed = (choice: Suggestion, groups: readonly SuggestionGroup[]): boolean =>
  choice.whole &&
  !groups.some(({ items }) => items.some((each) => each.whole && each.runs && each.line !== choice.line))
