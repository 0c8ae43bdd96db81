// More are another word, and looking for them among thousands is slow.
const MOST_SLIPS = 3
/** Nobody types a longer word and means another. */
const LONGEST_WORD = 100

/** Words that a text can be near to, as `closestIn` looks through them. */
export type Words<Item> = readonly { readonly item: Item; readonly word: string; readonly letters: number }[]

/** Prepares words, each with what it stands for. */
export const wordsOf = <Item>(all: Iterable<readonly [word: string, item: Item]>): Words<Item> =>
  [...all].map(([word, item]) => ({ item, word: word.toLowerCase(), letters: lettersOf(word.toLowerCase()) }))

/** The words nearest to a text, at most three, the nearest first: those that a few slips turn into it. */
export const closestTo = (text: string, words: readonly string[]): readonly string[] =>
  closestIn(text, wordsOf(words.map((word) => [word, word] as const)))

/** The items whose words are closest to a text. */
export const closestIn = <Item>(text: string, words: Words<Item>): readonly Item[] => {
  if (text.length > LONGEST_WORD) return []
  const wanted = text.toLowerCase()
  const letters = lettersOf(wanted)
  const limit = slipsIn(wanted.length)
  const near: { item: Item; steps: number }[] = []
  for (const each of words) {
    // A letter that the other lacks takes a step of its own: most words are ruled out by that alone.
    if (Math.abs(each.word.length - wanted.length) > limit || countOf(letters & ~each.letters) > limit) continue
    const steps = stepsBetween(wanted, each.word, limit)
    if (steps <= limit) near.push({ item: each.item, steps })
  }
  const items = near.sort((a, b) => a.steps - b.steps).map(({ item }) => item)
  return [...new Set(items)].slice(0, 3)
}

/** Slips that a text of some letters may have: in one or two letters, a slip leaves nothing of the word. */
export const slipsIn = (letters: number): number => (letters < 2 ? 0 : Math.min(MOST_SLIPS, Math.ceil(letters / 4)))

/** Which letters occur, a bit for each of 32 classes. */
const lettersOf = (word: string): number => {
  let bits = 0
  for (let at = 0; at < word.length; at++) bits |= 1 << (word.charCodeAt(at) & 31)
  return bits
}

const countOf = (bits: number): number => {
  let count = 0
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++
  return count
}

/**
 * Letters put in, left out, changed or swapped with their neighbour (optimal string alignment); above `limit` any larger number. Only
 * the band around the diagonal is looked at: whatever leaves it took more steps than that.
 */
export const stepsBetween = (a: string, b: string, limit: number): number => {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    let least = i
    const first = Math.max(1, i - limit)
    if (first > 1) next[first - 1] = limit + 1
    for (let j = first; j <= Math.min(b.length, i + limit); j++) {
      const same = a[i - 1] === b[j - 1]
      const cost = Math.min((row[j] ?? limit) + 1, (next[j - 1] ?? limit) + 1, (row[j - 1] ?? limit) + (same ? 0 : 1))
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const steps = swapped ? Math.min(cost, (before[j - 2] ?? limit) + 1) : cost
      next[j] = steps
      if (steps < least) least = steps
    }
    if (least > limit) return limit + 1
    before = row
    row = next
  }
  return row[b.length] ?? limit + 1
}
