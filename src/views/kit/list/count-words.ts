import { formats } from '../../parts/text/format.ts'

type Counted = {
  readonly list: { readonly one: string; readonly many: string }
  readonly rows: readonly unknown[]
  readonly all: readonly unknown[]
  readonly filters: { readonly isNarrowed: boolean }
  readonly complete: boolean
  readonly hasOlder: boolean
  readonly nextCursor: string | null
}

/** "48 monitors", "3 of 48 monitors" where loaded rows are narrowed, "50 or more results" where the server has more. */
export const countWords = ({ list, rows, all, filters, complete, hasOlder, nextCursor }: Counted): string => {
  const hasMore = hasOlder || nextCursor !== null
  const noun = all.length === 1 && !hasMore ? list.one : list.many
  const total = `${formats.count(all.length)}${hasMore ? ' or more' : ''} ${noun}`
  const shown = filters.isNarrowed && rows !== all ? `${formats.count(rows.length)} of ${total}` : total
  return complete ? shown : `${shown}, more to come`
}
