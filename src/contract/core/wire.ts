import { shape } from './endpoint.ts'

/** An instant: whole seconds or fractions, with `Z` or an offset. The server answers in UTC with milliseconds. */
export const time = shape('string <= 40')

/** An opaque object id. */
export const id = shape('1 <= string <= 128')

/** A named value in a list that keeps order and duplicates. */
export const pair = shape({ key: 'string <= 8192', value: 'string <= 65536' })

export const tags = shape('string[] <= 50')

/** Query of a paged list. */
export const page = shape({ 'cursor?': 'string <= 512', 'limit?': '1 <= number.integer <= 100' })

/** Query of a paged list whose rows are found by name. */
export const named = shape({
  'cursor?': 'string <= 512',
  'limit?': '1 <= number.integer <= 1000',
  /** Part of the name, or of the name as a line spells it: `checkout-capture-payment`. */
  'search?': 'string <= 400',
})

/** A page of a version-2 list. */
/* @__NO_SIDE_EFFECTS__ */
export const results = <const Row>(row: Row) =>
  ({ meta: { more: 'boolean', next_cursor: 'string | null', 'project_id?': 'string' }, results: [row, '[]'] }) as const

/** A page of a version-3 list. */
/* @__NO_SIDE_EFFECTS__ */
export const data = <const Row>(row: Row) =>
  ({ meta: { more: 'boolean', next_cursor: 'string | null' }, data: [row, '[]'] }) as const
