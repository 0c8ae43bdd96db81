import { FILTERS } from '../../domain/conditions/filters.ts'
import type { SourceRule } from '../../domain/conditions/sources.ts'
import type { Suggestion } from '../parts/form/use-suggest.ts'

const all: readonly Suggestion[] = Object.entries(FILTERS).map(([name, { words, least, example }]) => ({
  name,
  insert: least > 0 ? example.use : name,
  words: words.replaceAll('`', ''),
}))

const STARTS: Readonly<Record<SourceRule['filters'], RegExp | null>> = {
  none: null,
  // A doubled bar is an operator of JSON paths.
  'after a bar': /(?<!\|)\|\s*([a-z0-9_]*)$/i,
  // In expressions with a meaning of their own for bars, spaces set a filter apart; after another filter they need not.
  'after a spaced bar': / \| *([a-z0-9_]*)$/i,
}

/** Value filters that fit at the end of a property, and where the name that is typed begins. */
export const filterSuggestions =
  (mode: SourceRule['filters']) =>
  (text: string): { readonly from: number; readonly options: readonly Suggestion[] } | null => {
    const typed = STARTS[mode]?.exec(text)?.[1]
    if (typed === undefined) return null
    const options = all.filter(({ name }) => name.startsWith(typed.toLowerCase()) && name !== typed)
    return options.length === 0 ? null : { from: text.length - typed.length, options }
  }

/** The text that begins a filter at the end of a property. */
export const filterStart = (mode: SourceRule['filters']): string => (mode === 'after a spaced bar' ? ' | ' : '|')
