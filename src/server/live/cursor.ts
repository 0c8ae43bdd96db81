/**
 * Position of a stream: everything visible in the snapshot `seen` was sent. Within a batch of rows that became visible up to the
 * snapshot `upTo`, also the rows below `key`, and of that row the events up to `index`.
 */
export type Cursor = {
  /** Milliseconds since the epoch. */
  readonly madeAt: number
  readonly seen: string
  readonly within: { readonly upTo: string; readonly key: number; readonly index: number } | null
}

/** Encodes a cursor as an event's id: opaque to clients, and valid on every server of the store. */
export const writeCursor = ({ madeAt, seen, within }: Cursor): string =>
  within ? `${madeAt}~${seen}~${within.upTo}~${within.key}.${within.index}` : `${madeAt}~${seen}`

/** Decodes an event's id into a cursor; null if it is not valid. */
export const readCursor = (text: string): Cursor | null => {
  const [madeAt = '', seen = '', upTo, place, ...rest] = text.split('~')
  if (!/^\d{1,15}$/.test(madeAt) || !isSnapshot(seen) || rest.length > 0) return null
  if (upTo === undefined) return { madeAt: Number(madeAt), seen, within: null }
  const [, key, index] = /^(\d{1,15})\.(\d{1,9})$/.exec(place ?? '') ?? []
  if (!isSnapshot(upTo) || key === undefined) return null
  return { madeAt: Number(madeAt), seen, within: { upTo, key: Number(key), index: Number(index) } }
}

/** Returns the first transaction id that had not started at the time of a snapshot. */
export const endOf = (snapshot: string): bigint => BigInt(snapshot.split(':')[1] ?? '0')

/** Whether PostgreSQL accepts a text as a snapshot, since an invalid one would be an error there. */
const isSnapshot = (text: string): boolean => {
  const [, first, end, running] = /^(\d{1,18}):(\d{1,18}):((?:\d{1,18},)*\d{1,18})?$/.exec(text) ?? []
  if (first === undefined || end === undefined) return false
  const numbers = [first, ...(running?.split(',') ?? [])].map(BigInt)
  const ascend = numbers.every((number, index) => index === 0 || number >= (numbers[index - 1] ?? 0n))
  return (
    ascend && BigInt(first) > 0n && BigInt(end) >= BigInt(first) && numbers.slice(1).every((one) => one < BigInt(end))
  )
}
