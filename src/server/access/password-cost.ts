import type { ScryptOptions } from 'node:crypto'

/** One of OWASP's recommended scrypt settings: 32 MiB and about 100 ms per guess. */
export const COST: ScryptOptions = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1024 * 1024 }
