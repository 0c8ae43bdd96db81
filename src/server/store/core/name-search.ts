import { type RawBuilder, sql } from 'kysely'

/** The pattern that finds a text anywhere in a column in small letters, whatever signs of patterns it contains. */
export const patternOf = (text: string): string =>
  `%${text
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&')}%`

/**
 * A column in small letters, those of all alphabets: without a collation, `lower` of a database that sorts by code points knows only
 * English ones.
 */
export const small = (column: string): RawBuilder<string> => sql<string>`lower(${sql.ref(column)} collate "und-x-icu")`

const SLUG = /^[\p{L}\p{N}]+(-[\p{L}\p{N}]+)+$/u

/** Matches rows whose name contains a text in any case, or contains it as a line spells names: `checkout-capture-payment`. */
export const nameMatches = (search: string, column = 'name'): RawBuilder<boolean> => {
  const like = patternOf(search)
  const name = small(column)
  return SLUG.test(search.trim())
    ? sql<boolean>`(${name} like ${like} or regexp_replace(${name}, '[^[:alnum:]]+', '-', 'g') like ${like})`
    : sql<boolean>`${name} like ${like}`
}

/** Matches rows of `object` by their names as `nameMatches` does, and monitors also by their addresses and tags; reads no document. */
export const objectMatches = (search: string): RawBuilder<boolean> => sql<boolean>`search like ${patternOf(search)}`
