/** Things by a word of each, in the order in which the words first come. */
export const grouped = <Thing>(things: readonly Thing[], wordOf: (thing: Thing) => string): Map<string, Thing[]> => {
  const groups = new Map<string, Thing[]>()
  for (const thing of things) {
    const group = groups.get(wordOf(thing))
    if (group) group.push(thing)
    else groups.set(wordOf(thing), [thing])
  }
  return groups
}
