// A browser opens six connections to a server; one stays free for what a person does meanwhile.
const AT_ONCE = 5

/** Does work for each item, several at a time, in their order. */
export const inTurns = async <Item>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<void>,
): Promise<void> => {
  const queue = [...items.entries()]
  const worker = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) await work(next[1], next[0])
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, worker))
}
