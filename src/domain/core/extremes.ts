/** The smallest number of a list, or Infinity. Unlike `Math.min` with the numbers as arguments, it works for lists of any length. */
export const smallestOf = (numbers: readonly number[]): number => numbers.reduce((a, b) => Math.min(a, b), Infinity)

/** The largest number of a list, or -Infinity. */
export const largestOf = (numbers: readonly number[]): number => numbers.reduce((a, b) => Math.max(a, b), -Infinity)
