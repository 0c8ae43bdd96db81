/** The words nearest to a text, at most three, the nearest first: those that a slip or two turns into it. */
export const closestTo = (text: string, words: readonly string[]): readonly string[] => {
  const wanted = text.toLowerCase()
  const limit = Math.max(1, Math.ceil(wanted.length * 0.4))
  return words
    .map((word) => ({ word, steps: stepsBetween(wanted, word.toLowerCase(), limit) }))
    .filter(({ steps }) => steps <= limit)
    .sort((a, b) => a.steps - b.steps)
    .slice(0, 3)
    .map(({ word }) => word)
}

/** Letters put in, left out, changed or swapped with their neighbour (optimal string alignment); above `limit` any larger number. */
const stepsBetween = (a: string, b: string, limit: number): number => {
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      const cost = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (same ? 0 : 1))
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      next.push(swapped ? Math.min(cost, (before[j - 2] ?? 0) + 1) : cost)
    }
    if (Math.min(...next) > limit) return limit + 1
    before = row
    row = next
  }
  return row[b.length] ?? 0
}
