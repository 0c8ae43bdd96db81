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

type Part = {
  readonly items: readonly Searchable<unknown>[]
  readonly snapshot: ReturnType<typeof fuzzysort.snapshot<Searchable<unknown>>>
}

/** Items that are prepared together. A list of 50 000 names that changes in one place is prepared anew in that part alone. */
const PART = 1_000
/** Prepared parts by their first item. */
const prepared = new WeakMap<Searchable<unknown>, Part>()

const partOf = (items: readonly Searchable<unknown>[]): Part => {
  const [first] = items
  const before = first && prepared.get(first)
  if (before && before.items.length === items.length && before.items.every((each, at) => each === items[at]))
    return before
  const part = { items, snapshot: fuzzysort.snapshot(items, { keys: textKeys }) }
  if (first) prepared.set(first, part)
  return part
}

const parts = new WeakMap<readonly Searchable<unknown>[], readonly Part[]>()

const partsOf = (all: readonly Searchable<unknown>[]): readonly Part[] => {
  const made = Array.from({ length: Math.ceil(all.length / PART) }, (_, at) =>
    partOf(all.slice(at * PART, (at + 1) * PART)),
  )
  parts.set(all, made)
  return made
}

/** The best matches, the best first. Searching the same items again is fast: what is made of them is kept. */
export const matchesOf = <Item>(
  query: string,
  all: readonly Searchable<Item>[],
  limit: number,
  isWanted?: (item: Item) => boolean,
): readonly Match<Item>[] => {
  const wanted = query.trim()
  if (wanted === '')
    return all
      .filter(({ item }) => isWanted?.(item) ?? true)
      .slice(0, limit)
      .map(({ item }) => ({ item, score: 0, ranges: [[], []] }))
  if (wanted.length > LONGEST_QUERY) return []
  return (parts.get(all) ?? partsOf(all))
    .flatMap(({ snapshot }) =>
      fuzzysort.go(wanted, snapshot, { limit: isWanted ? 0 : limit, threshold: WORST }).map((found) => ({
        // A snapshot answers with the objects that it was made of.
        item: (found.obj as Searchable<Item>).item,
        found,
      })),
    )
    .filter(({ item }) => isWanted?.(item) ?? true)
    .sort((a, b) => b.found.score - a.found.score || caseOf(wanted, b) - caseOf(wanted, a))
    .slice(0, limit)
    .map(({ item, found }) => ({
      item,
      score: found.score,
      ranges: [0, 1].map((index) => rangesOf(found[index]?.indexes ?? [])),
    }))
}

/** How far the case of a text is that of what was typed: of names that differ in it alone, the one that was typed is meant. */
const caseOf = (
  typed: string,
  { found: { obj } }: { readonly found: { readonly obj: Searchable<unknown> } },
): number => {
  const [text] = obj.texts
  return text === typed ? 2 : text.startsWith(typed) ? 1 : 0
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
