/** Planned time (ms), half open. */
type Window = { readonly begins: number; readonly ends: number }

/** Announced windows of a component; more are of no use to a visitor. */
const MOST_ANNOUNCED = 5

/** Whether one of the windows holds at a moment. */
export const isWithin = (windows: readonly Window[], now: number): boolean =>
  windows.some(({ begins, ends }) => begins <= now && now < ends)

/** The windows of a component's monitors that a page announces: joined where they touch, in order, the next five. */
export const announced = (windows: readonly Window[]): readonly Window[] => {
  const joined: Window[] = []
  for (const { begins, ends } of [...windows].sort((a, b) => a.begins - b.begins)) {
    const last = joined.at(-1)
    if (last && begins <= last.ends)
      joined[joined.length - 1] = { begins: last.begins, ends: Math.max(last.ends, ends) }
    else joined.push({ begins, ends })
  }
  return joined.slice(0, MOST_ANNOUNCED)
}
