import fuzzysort from 'fuzzysort'

/** Places in a text, from inclusive, to exclusive. */
export type Ranges = readonly (readonly [from: number, to: number])[]

/** Something that a search found: how well, between 0 and 1, and where in each of its texts. */
export type Match<Item> = { readonly item: Item; readonly score: number; readonly ranges: readonly Ranges[] }

/** A searchable item: its texts, of which the first is shown. */
export type Searchable<Item> = { readonly item: Item; readonly texts: readonly [string, string] }

// Below it come matches of letters strewn over a text, which nobody means; the package's own 0.5 hides `chk` for `checkout`.
const WORST = 0.2
/** No name is looked for with more: each word of it is looked for in each of thousands of texts. */
const LONGEST_QUERY = 200
const textKeys = [(each: Searchable<unknown>) => each.texts[0], (each: Searchable<unknown>) => each.texts[1]]

const snapshots = new WeakMap<readonly Searchable<unknown>[], ReturnType<typeof snapshotOf>>()
const snapshotOf = (all: readonly Searchable<unknown>[]) => fuzzysort.snapshot(all, { keys: textKeys })

/** The best matches, the best first. Searching the same list again is fast: what is made of it is kept with it. */
export const matchesOf = <Item>(
  query: string,
  all: readonly Searchable<Item>[],
  limit: number,
): readonly Match<Item>[] => {
  const wanted = query.trim()
  if (wanted === '') return all.slice(0, limit).map(({ item }) => ({ item, score: 0, ranges: [[], []] }))
  if (wanted.length > LONGEST_QUERY) return []
  const snapshot = snapshots.get(all) ?? snapshotOf(all)
  snapshots.set(all, snapshot)
  return fuzzysort.go(wanted, snapshot, { limit, threshold: WORST }).map((found) => ({
    // A snapshot answers with the objects that it was made of.
    item: (found.obj as Searchable<Item>).item,
    score: found.score,
    ranges: [0, 1].map((index) => rangesOf(found[index]?.indexes ?? [])),
  }))
}

const rangesOf = (indexes: readonly number[]): Ranges => {
  const ranges: [number, number][] = []
  for (const index of [...indexes].sort((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last && last[1] === index) last[1] = index + 1
    else ranges.push([index, index + 1])
  }
  return ranges
}
