/** The score of a project: the mean of its monitors' scores weighted by √N, rounded down to two decimals. Null if none has a score. */
export const projectScore = (monitors: readonly { score: number | null; count: number }[]): number | null => {
  let [sum, weights] = [0, 0]
  for (const { score, count } of monitors) {
    if (score === null) continue
    sum += score * Math.sqrt(count)
    weights += Math.sqrt(count)
  }
  return scoreOfSums({ sum, weights })
}

/** The score of a project from the sum of weighted scores and the sum of their weights. */
export const scoreOfSums = ({ sum, weights }: { sum: number; weights: number }): number | null =>
  weights === 0 ? null : Math.floor((sum / weights) * 100 + 1e-9) / 100
