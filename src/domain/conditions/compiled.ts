/** Expressions that an engine keeps compiled, and their characters together; the least recently used are dropped first. */
const KEPT = 500
const KEPT_CHARACTERS = 1_000_000

/** Makes a function that compiles each text once. Texts that `isKept` refuses are compiled each time. */
export const compiledOnce = <Made>(
  compile: (text: string) => Made,
  isKept: (text: string) => boolean = () => true,
): ((text: string) => Made) => {
  const known = new Map<string, Made>()
  let characters = 0
  const drop = (text: string) => {
    if (known.delete(text)) characters -= text.length
  }
  return (text) => {
    const made = known.get(text) ?? compile(text)
    drop(text)
    if (!isKept(text)) return made
    known.set(text, made)
    characters += text.length
    for (const oldest of known.keys()) {
      if (known.size <= KEPT && characters <= KEPT_CHARACTERS) break
      drop(oldest)
    }
    return made
  }
}

/** Depth of nested brackets in a text; those within quotes count as well. */
export const nestingOf = (text: string): number => {
  let [depth, most] = [0, 0]
  for (const character of text) {
    if ('([{'.includes(character)) most = Math.max(most, ++depth)
    else if (')]}'.includes(character)) depth--
  }
  return most
}

/** The first line of an error's message, without its end mark and cut to a sentence's length. */
export const reasonIn = (error: unknown): string => {
  const [line = ''] = (error instanceof Error ? error.message : '').split('\n')
  return line.slice(0, 200).trim().replace(/\.$/, '') || 'it cannot be read'
}
