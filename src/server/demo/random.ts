/** A reproducible stream of pseudo-random numbers. */
export type RandomStream = {
  /** A number from 0 (included) to 1 (excluded). */
  next(): number
  /** A whole number from `least` to `most`. */
  between(least: number, most: number): number
  /** A number around 1, rarely far above it, like the scatter of latencies. `spread` is the standard deviation of its logarithm. */
  scatter(spread: number): number
  pick<Item>(items: readonly [Item, ...Item[]]): Item
}

/** FNV-1a: hashes a stream's name to 32 bits. */
const hashOf = (name: string): number => {
  let hash = 0x811c9dc5
  for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

/** Returns a separate stream per name: mulberry32, whose period of 2³² is longer than a demo needs. */
export const randomOf = (seed: number, ...names: (string | number)[]): RandomStream => {
  // A typed array avoids a heap allocation per step for numbers beyond 31 bits.
  const state = new Int32Array([hashOf(names.join('/')) ^ Math.imul(seed + 1, 0x9e3779b1)])
  const next = () => {
    const at = ((state[0] ?? 0) + 0x6d2b79f5) | 0
    state[0] = at
    let mixed = Math.imul(at ^ (at >>> 15), 1 | at)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    between,
    // The sum of three uniform numbers is close enough to a normal one.
    scatter: (spread) => Math.exp(spread * 2 * (next() + next() + next() - 1.5)),
    pick: (items) => items[between(0, items.length - 1)] ?? items[0],
  }
}
