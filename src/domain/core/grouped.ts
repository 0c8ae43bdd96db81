/** Things by a word of each, in the order in which the words first come. */
export const grouped = <Thing, Word extends string | null>(
  things: readonly Thing[],
  wordOf: (thing: Thing) => Word,
): Map<Word, Thing[]> => {
  const groups = new Map<Word, Thing[]>()
  for (const thing of things) {
    const group = groups.get(wordOf(thing))
    if (group) group.push(thing)
    else groups.set(wordOf(thing), [thing])
  }
  return groups
}
