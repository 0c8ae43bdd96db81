type Header = { readonly key: string; readonly value: string }

/** A header that differs; values in alphabetical order, null where that side does not have it. */
export type HeaderChange = {
  readonly name: string
  readonly before: readonly string[] | null
  readonly after: readonly string[] | null
}

/** Headers that differ between any two responses; they are listed last. */
const OF_THE_MOMENT = new Set(['date', 'age'])

const grouped = (headers: readonly Header[]): Map<string, string[]> => {
  const values = new Map<string, string[]>()
  for (const { key, value } of headers) {
    const name = key.toLowerCase()
    values.set(name, [...(values.get(name) ?? []), value].sort())
  }
  return values
}

/** Compares headers by name, whatever their order and case. */
export const headerDifference = (before: readonly Header[], after: readonly Header[]): readonly HeaderChange[] => {
  const [a, b] = [grouped(before), grouped(after)]
  return [...new Set([...a.keys(), ...b.keys()])]
    .map((name) => ({ name, before: a.get(name) ?? null, after: b.get(name) ?? null }))
    .filter((each) => JSON.stringify(each.before) !== JSON.stringify(each.after))
    .sort((x, y) => Number(OF_THE_MOMENT.has(x.name)) - Number(OF_THE_MOMENT.has(y.name)) || (x.name < y.name ? -1 : 1))
}
