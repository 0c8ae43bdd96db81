import { fileURLToPath } from 'node:url'

/** The checkout. */
export const home = fileURLToPath(new URL('../..', import.meta.url))
