/** The list with one item moved to another position; as it is where it has no such item. */
export const moved = <Item>(items: readonly Item[], from: number, to: number): readonly Item[] => {
  const item = items[from]
  return item === undefined ? items : items.toSpliced(from, 1).toSpliced(to, 0, item)
}
