import { type FilterCall, filterCallsAt } from './filter-calls.ts'
import { filterOf } from './filters.ts'

/** A condition's property: what is read of the source, and the filters that its value passes. */
export type Property = { readonly path: string; readonly filters: readonly FilterCall[] }

const OPENING = '([{'
const CLOSING = ')]}'

/** The index of the first `|` outside quotes and brackets that is no `||`; -1 if there is none. */
const barIn = (text: string): number => {
  let depth = 0
  let quote = ''
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at)
    if (quote !== '') {
      if (character === '\\') at++
      else if (character === quote) quote = ''
    } else if (depth > 0 && (character === '"' || character === "'")) quote = character
    else if (OPENING.includes(character)) depth++
    else if (CLOSING.includes(character)) depth = Math.max(0, depth - 1)
    else if (character === '|' && depth === 0) {
      if (text.charAt(at + 1) !== '|') return at
      at++
    }
  }
  return -1
}

/** Filters after the first bar. Null if something else follows it. */
const afterBar = (text: string): Property | null => {
  const bar = barIn(text)
  if (bar < 0) return { path: text.trim(), filters: [] }
  const filters = filterCallsAt(text, bar + 1)
  return filters && { path: text.slice(0, bar).trim(), filters }
}

/**
 * Filters after ` | `, with a space on both sides: a bar has a meaning of its own in regular expressions and XPath. What follows is
 * part of the expression unless it is a chain of known filters.
 */
const afterSpacedBar = (text: string): Property => {
  for (let at = text.indexOf(' | '); at >= 0; at = text.indexOf(' | ', at + 1)) {
    const filters = filterCallsAt(text, at + 3)
    if (filters?.every(({ name }) => filterOf(name) !== undefined)) return { path: text.slice(0, at), filters }
  }
  return { path: text, filters: [] }
}

/** Splits a property into its path and its filters; null if what follows `|` is no chain of filters. */
export const propertyOf = (text: string, hasOwnBars: boolean): Property | null =>
  hasOwnBars ? afterSpacedBar(text) : afterBar(text)
