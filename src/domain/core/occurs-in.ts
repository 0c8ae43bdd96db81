// The engine's own search is fastest, but for long patterns that nearly match it can take time in proportion to pattern × text.
const SHORT = 64

/**
 * Whether a text contains another, in linear time (Knuth, Morris and Pratt, "Fast pattern matching in strings", 1977). Both texts
 * are untrusted: one comes from a person, the other from a server that may be hostile.
 */
export const occursIn = (text: string, part: string): boolean => {
  if (part.length <= SHORT || part.length > text.length) return text.includes(part)
  const border = bordersOf(part)
  let matched = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    while (matched > 0 && part.charCodeAt(matched) !== code) matched = border[matched - 1] ?? 0
    if (part.charCodeAt(matched) === code) matched++
    if (matched === part.length) return true
  }
  return false
}

/** For each prefix of a text, the length of its longest proper suffix that is also a prefix. */
const bordersOf = (part: string): Int32Array => {
  const border = new Int32Array(part.length)
  let matched = 0
  for (let at = 1; at < part.length; at++) {
    const code = part.charCodeAt(at)
    while (matched > 0 && part.charCodeAt(matched) !== code) matched = border[matched - 1] ?? 0
    if (part.charCodeAt(matched) === code) matched++
    border[at] = matched
  }
  return border
}
