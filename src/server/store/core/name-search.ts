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
