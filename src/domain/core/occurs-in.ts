// The engine's own search is the fastest, but for long patterns that nearly fit it takes pattern times text.
const SHORT = 64

/**
 * Whether a text holds another. However they are made, it takes no longer than reading both (Knuth, Morris and Pratt, "Fast pattern
 * matching in strings", 1977): one is a person's, the other may be a hostile server's.
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

/** For each beginning of a text, how long its longest end is that begins the text too. */
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
