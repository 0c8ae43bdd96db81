/** Two letters of a name: of its first and last words, or the first two of its only one. */
export const initials = (name: string): string => {
  const words = name
    .replace(/@.*/, '')
    .split(/[\s._-]+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : '']
  return `${[...first][0] ?? '?'}${[...last][0] ?? [...first][1] ?? ''}`.toUpperCase()
}
