/**
 * How far a stream has come: everything that the snapshot `seen` shows was told. In the midst of telling what became visible
 * up to the snapshot `upTo`, also the rows below `key`, and of that one the events up to `index`.
 */
export type Cursor = {
  /** Milliseconds since the epoch. */
  readonly madeAt: number
  readonly seen: string
  readonly within: { readonly upTo: string; readonly key: number; readonly index: number } | null
}

/** An event's id: opaque to whoever reads it, and good on every server of the store. */
export const writeCursor = ({ madeAt, seen, within }: Cursor): string =>
  within ? `${madeAt}~${seen}~${within.upTo}~${within.key}.${within.index}` : `${madeAt}~${seen}`

/** The cursor that an id was made of; null for a text that is no id of an event. */
export const readCursor = (text: string): Cursor | null => {
  const [madeAt = '', seen = '', upTo, place, ...rest] = text.split('~')
  if (!/^\d{1,15}$/.test(madeAt) || !isSnapshot(seen) || rest.length > 0) return null
  if (upTo === undefined) return { madeAt: Number(madeAt), seen, within: null }
  const [, key, index] = /^(\d{1,15})\.(\d{1,9})$/.exec(place ?? '') ?? []
  if (!isSnapshot(upTo) || key === undefined) return null
  return { madeAt: Number(madeAt), seen, within: { upTo, key: Number(key), index: Number(index) } }
}

/** The first transaction that had not begun when a snapshot was made. */
export const endOf = (snapshot: string): bigint => BigInt(snapshot.split(':')[1] ?? '0')

/** Whether PostgreSQL would read a text as a snapshot: a wrong one would be an error there. */
const isSnapshot = (text: string): boolean => {
  const [, first, end, running] = /^(\d{1,18}):(\d{1,18}):((?:\d{1,18},)*\d{1,18})?$/.exec(text) ?? []
  if (first === undefined || end === undefined) return false
  const numbers = [first, ...(running?.split(',') ?? [])].map(BigInt)
  const ascend = numbers.every((number, index) => index === 0 || number >= (numbers[index - 1] ?? 0n))
  return (
    ascend && BigInt(first) > 0n && BigInt(end) >= BigInt(first) && numbers.slice(1).every((one) => one < BigInt(end))
  )
}
