import type { ColumnType, JSONColumnType } from 'kysely'

/** A column with a JSON document, which is written as text. */
export type Json<T> = JSONColumnType<T & object, string, string>

/** A column that the database numbers. */
export type Key = ColumnType<number, never, never>

/** A column that is null by default. */
export type Maybe<T> = ColumnType<T | null, T | null | undefined, T | null>

/** Times of creation and of the last change, in Unix ms. */
export type Stamps = { created: number; last_update: number }
