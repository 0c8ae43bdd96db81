import type { Argument } from '../../commands/core/argument.ts'
import type { Reading } from '../../commands/core/line/reading.ts'
import { missedName } from '../../commands/core/line/verb-and-name.ts'
import { commands } from '../../commands/registry.ts'
import type { ConsoleMode } from './console-mode.ts'

/** Advice about a problem of the line. */
export const hintFor = ({ instead, fix }: { instead: readonly string[]; fix: string | null }): string => {
  if (instead.length > 0 && fix === null) return 'Nothing was run. Move to one below, and press Enter.'
  if (instead.length > 0) return `Nothing was run. Pick one below, or press Tab for ${instead[0]}.`
  return fix === null ? 'Nothing was run. Correct it, or press Esc.' : 'Nothing was run. Press Tab to correct it.'
}

/** The question that the field asks. */
export const promptOf = (asked: Argument | null): string => asked?.prompt ?? 'Enter runs it'

/** The accessible name of the field. */
export const labelOf = (mode: ConsoleMode, asked: Argument | null): string => {
  if (mode === 'ask') return promptOf(asked)
  return mode === 'line' ? 'Command line' : 'Type a command or search'
}

/** The accessible name of the choices. */
export const listLabel = (mode: ConsoleMode, asked: Argument | null): string =>
  mode !== 'choose' && asked ? `Choices for ${asked.flag.slice(2)}` : 'Commands and pages'

type NamesState = { readonly isSearching: boolean; readonly isLoading: boolean; readonly isDeciding: boolean }

/** The sentence where there is nothing to choose. */
export const emptyWords = ({ command, line, problems }: Reading, asked: Argument | null, names: NamesState): string => {
  if (names.isSearching) return 'Searching…'
  if (names.isDeciding) return problems[0]?.sentence ?? 'Loading names…'
  if (names.isLoading) return 'Loading names…'
  if (command && asked) return asked.prompt ?? ''
  if (line.trim() === '') return 'No command is available here yet.'
  return missedName(line, commands) ?? `No match for “${line.trim()}”.`
}
