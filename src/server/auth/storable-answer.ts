import { madeStorable } from '../../domain/core/storable-text.ts'

/** Levels of an answer that are read. */
const MOST_LEVELS = 32

/**
 * A JSON value of another server as the store can hold it: null characters and unpaired surrogates become U+FFFD, and what is nested too
 * deeply becomes null.
 */
export const storableAnswer = (value: unknown, levels = MOST_LEVELS): unknown => {
  if (typeof value === 'string') return madeStorable(value)
  if (typeof value !== 'object' || value === null) return value
  if (levels === 0) return null
  if (Array.isArray(value)) return value.map((each) => storableAnswer(each, levels - 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [madeStorable(name), storableAnswer(each, levels - 1)]),
  )
}
