import type { ScryptOptions } from 'node:crypto'

/** The product's algorithm at a hundredth of its cost. */
export const COST: ScryptOptions = { N: 2 ** 10, r: 8, p: 1 }
