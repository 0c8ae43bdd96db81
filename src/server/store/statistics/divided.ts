/** Divides pieces of bytes that stand one after the other, each after its length. */
export const divided = (bytes: Buffer | null): Buffer[] => {
  const pieces: Buffer[] = []
  for (let at = 0; bytes && at < bytes.length; ) {
    const end = at + 4 + bytes.readInt32BE(at)
    pieces.push(bytes.subarray(at + 4, end))
    at = end
  }
  return pieces
}
