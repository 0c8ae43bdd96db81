/** Expressions that an engine keeps compiled, the least recently used dropped first. */
const KEPT = 500

/** Makes a function that compiles each text once. */
export const compiledOnce = <Made>(compile: (text: string) => Made): ((text: string) => Made) => {
  const known = new Map<string, Made>()
  return (text) => {
    const made = known.get(text) ?? compile(text)
    known.delete(text)
    known.set(text, made)
    for (const oldest of known.keys()) {
      if (known.size <= KEPT) break
      known.delete(oldest)
    }
    return made
  }
}

/** The first line of an error's message, without its end mark and cut to a sentence's length. */
export const reasonIn = (error: unknown): string => {
  const [line = ''] = (error instanceof Error ? error.message : '').split('\n')
  return line.slice(0, 200).trim().replace(/\.$/, '') || 'it cannot be read'
}
