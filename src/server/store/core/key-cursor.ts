/** The largest key of an `int` column. */
const MOST_INT = 2 ** 31 - 1

type KeyOf = {
  /** Default: 10. */
  readonly base?: 10 | 36
  /** The type of the key's column. Default: `int`. */
  readonly column?: 'int' | 'bigint'
}

/**
 * Decodes a cursor that is the key of the last row of a page; null without one, or for an empty one. Text that is no key of the column stands before all rows, so
 * that its page is empty: to compare a column with a number that it cannot hold would be an error of the database.
 */
export const keyOfCursor = (cursor: string | undefined, { base = 10, column = 'int' }: KeyOf = {}): number | null => {
  if (!cursor) return null
  const key = (base === 10 ? /^\d+$/ : /^[\da-z]+$/).test(cursor) ? Number.parseInt(cursor, base) : 0
  return key <= (column === 'int' ? MOST_INT : Number.MAX_SAFE_INTEGER) ? key : 0
}

/** Decodes a cursor that is a number of rows to skip. Text that is none skips all rows. */
export const offsetOfCursor = (cursor: string | undefined): number =>
  !cursor ? 0 : /^\d{1,9}$/.test(cursor) ? Number(cursor) : MOST_INT
