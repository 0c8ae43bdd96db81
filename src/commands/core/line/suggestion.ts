import type { Ranges } from './match.ts'

/** Something to choose in the console. */
export type Suggestion = {
  readonly id: string
  /** What is shown, and which of it was typed. */
  readonly label: string
  readonly ranges: Ranges
  /** How a line spells it, where that is not the label; and which of it was typed. */
  readonly code: string | null
  readonly codeRanges: Ranges
  /** Grey words after the label: the arguments of a command. */
  readonly note: string
  /** Words at the end of the row: a last reading. */
  readonly end: string
  readonly keys: string | null
  readonly icon: string | null
  readonly category: string | null
  /** The line as it is once this is chosen. */
  readonly line: string
  /** Choosing it carries the line out. */
  readonly runs: boolean
  /** It is about the selected rows, or about the object that the screen is about. */
  readonly isHere: boolean
  /** Its line only opens something. */
  readonly opens: boolean
  /** What was typed is its name, from the first letter to the last. */
  readonly whole: boolean
  /**
   * The line with its name as people write it, where the name may be another's too: Enter writes that line, and reading it finds out which is
   * meant. Null where the name is known to be unique.
   */
  readonly named: string | null
}

export type SuggestionGroup = { readonly title: string; readonly items: readonly Suggestion[] }

/** A suggestion of which only what differs from the plain one is said. */
export const suggestion = (said: Pick<Suggestion, 'id' | 'label' | 'line'> & Partial<Suggestion>): Suggestion => ({
  ranges: [],
  code: null,
  codeRanges: [],
  note: '',
  end: '',
  keys: null,
  icon: null,
  category: null,
  runs: false,
  isHere: false,
  opens: false,
  whole: false,
  named: null,
  ...said,
})

/** At most so many are shown at once: more nobody reads, and drawing them takes longer than finding them. */
export const MAX_SUGGESTIONS = 50
