/** The least of many numbers; Infinity of none. As `Math.min`, but of a list however long: arguments are put on the stack. */
export const leastOf = (numbers: readonly number[]): number => numbers.reduce((a, b) => Math.min(a, b), Infinity)

/** The greatest of many numbers; -Infinity of none. */
export const greatestOf = (numbers: readonly number[]): number => numbers.reduce((a, b) => Math.max(a, b), -Infinity)
