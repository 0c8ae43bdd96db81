/** Characters of all secrets together that are searched for: beyond it, the longest ones are searched by their beginnings. */
const MOST_SEARCHED = 16_384
/** A beginning that is shorter than this stands for its secret in too many texts. */
const SHORTEST_BEGINNING = 16

/** How much of each secret is searched for, so that all of them stay within `MOST_SEARCHED`: Infinity where they do whole. */
export const searchedLength = (secrets: readonly string[]): number => {
  let left = MOST_SEARCHED
  const lengths = secrets.map(({ length }) => length).sort((a, b) => a - b)
  for (const [index, length] of lengths.entries()) {
    const share = Math.floor(left / (lengths.length - index))
    if (length > share) return Math.max(SHORTEST_BEGINNING, share)
    left -= length
  }
  return Number.POSITIVE_INFINITY
}
