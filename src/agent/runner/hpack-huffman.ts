/**
 * Lengths in bits of the codes of HPACK (RFC 7541, appendix B) for the bytes 0 to 255 and the end of a string, each a digit of base 36. The
 * codes are canonical: in the order of length and byte, each is the next number.
 */
const LENGTHS =
  'dnsssssssoussussssssssusssssssss6aacd68baa8b8666555666666678f6cad67777777777777777777777878djde6f56565666577666567655677777fbedskmkkmmmnmnnnnnonoomnonnnnlmnmnnomlkmmnnlnmmolmnnllmlnmnnkmmmnmmnqqkjmnmpqqqrrqopjlqrrqrollqqsrrrkoklmllnmmppooqnqrqqrrrrrsrrrrrqu'
const END_OF_STRING = 256
/** A padding is shorter than a byte. */
const MAX_PADDING_BITS = 7

/**
 * The codes as a tree: at `2 * node + bit`, the next node, or a byte as its negative minus one. Its node 0 is the root, to which no code leads
 * back.
 */
const tree = (() => {
  const lengths = [...LENGTHS].map((digit) => Number.parseInt(digit, 36))
  const order = [...lengths.keys()].sort((a, b) => (lengths[a] ?? 0) - (lengths[b] ?? 0) || a - b)
  const nodes = new Int16Array(2 * END_OF_STRING)
  let made = 1
  let code = 0
  let length = 0
  for (const symbol of order) {
    const bits = lengths[symbol] ?? 0
    code <<= bits - length
    length = bits
    let node = 0
    for (let bit = bits - 1; bit > 0; bit--) {
      const at = 2 * node + ((code >> bit) & 1)
      if (nodes[at] === 0) nodes[at] = made++
      node = nodes[at] ?? 0
    }
    nodes[2 * node + (code & 1)] = -1 - symbol
    code++
  }
  return nodes
})()

/** Decodes a string of HPACK; null where it has the code of its end, or a padding that is too long or not all ones (RFC 7541, 5.2). */
export const huffmanDecoded = (bytes: Buffer): Buffer | null => {
  // The shortest code has five bits.
  const decoded = Buffer.allocUnsafe(Math.floor((bytes.length * 8) / 5))
  let written = 0
  let node = 0
  let sinceSymbol = 0
  let isAllOnes = true
  for (const byte of bytes)
    for (let shift = 7; shift >= 0; shift--) {
      const bit = (byte >> shift) & 1
      const next = tree[2 * node + bit] ?? 0
      if (next >= 0) {
        node = next
        sinceSymbol++
        isAllOnes &&= bit === 1
        continue
      }
      const symbol = -1 - next
      if (symbol === END_OF_STRING) return null
      decoded[written++] = symbol
      node = 0
      sinceSymbol = 0
      isAllOnes = true
    }
  return sinceSymbol <= MAX_PADDING_BITS && isAllOnes ? decoded.subarray(0, written) : null
}
