/** Maximum total length of all searched secrets. Beyond it, only the beginnings of the longest ones are searched. */
const MAX_SEARCHED = 16_384
/** Minimum length of a searched beginning. Shorter ones would match too many texts. */
const MIN_BEGINNING_LENGTH = 16

/** Length to which each secret is searched, so that all of them stay within `MAX_SEARCHED`; Infinity if all fit whole. */
export const searchedLength = (secrets: readonly string[]): number => {
  let left = MAX_SEARCHED
  const lengths = secrets.map(({ length }) => length).sort((a, b) => a - b)
  for (const [index, length] of lengths.entries()) {
    const share = Math.floor(left / (lengths.length - index))
    if (length > share) return Math.max(MIN_BEGINNING_LENGTH, share)
    left -= length
  }
  return Number.POSITIVE_INFINITY
}
