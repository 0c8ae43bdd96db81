/** Steps of a class such as `\pL` or `[a-z]`, which is a table. */
const CLASS_STEPS = 4

const ATOM = /\\p\{[^}]*\}|\\x\{[^}]*\}|\\.|\[(?:\\.|\[:[^\]]*:\]|[^\]\\])*\]|\{\d+(?:,(\d*))?\}|[\s\S]/gu

const stepsOf = (atom: string): number => (atom.startsWith('[') || /^\\[pP]/.test(atom) ? CLASS_STEPS : 1)

/**
 * The steps of a regular expression once its counted repeats are written out, which compiling it takes time and memory in proportion to:
 * `(a{30}){30}` has 900. An upper bound for valid patterns; for all others some number.
 */
export const patternSize = (pattern: string): number => {
  const groups: number[] = []
  let total = 0
  let last = 0
  for (const [atom] of pattern.matchAll(ATOM)) {
    if (atom === '(') {
      groups.push(total)
      total = 0
      last = 0
    } else if (atom === ')' && groups.length > 0) {
      last = total + 1
      total = (groups.pop() ?? 0) + last
    } else if (/^\{\d/.test(atom) && atom.length > 1) {
      const counts = (atom.match(/\d+/g) ?? []).map(Number)
      total += last * (Math.max(1, ...counts) - 1)
    } else {
      last = stepsOf(atom)
      total += last
    }
  }
  return groups.reduce((sum, outer) => sum + outer, total)
}
