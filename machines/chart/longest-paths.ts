import type { PathDocument } from './path-document.ts'

const textOf = ({ chart, input, steps }: PathDocument): string =>
  // Without the bracket that closes the steps, the text of a path begins with that of its beginning.
  JSON.stringify([chart, input, steps]).slice(0, -2)

/**
 * Leaves out each path that is the beginning of another one, which takes all of its steps. A path that is skipped takes none: it stays, and
 * so do its beginnings. Of equal paths the first stays.
 */
export const longestPaths = (
  paths: readonly PathDocument[],
  isSkipped: (path: PathDocument) => boolean,
): readonly PathDocument[] => {
  const taken = paths.filter((path) => !isSkipped(path)).map((path) => ({ path, text: textOf(path) }))
  const isWithin = (text: string, longer: string): boolean =>
    longer.startsWith(text) && ['', ','].includes(longer.charAt(text.length))
  const beginnings = taken.filter(({ text }, index) =>
    taken.some((other, at) => isWithin(text, other.text) && (other.text !== text || at < index)),
  )
  const left = new Set(beginnings.map(({ path }) => path))
  return paths.filter((path) => !left.has(path))
}
