import type { Row } from '../bench/row.ts'

/** Attacks a real installation on loopback and measures the damage; a row with a missed target is an attack not held. */
export type Attack = (say: (line: string) => void) => Promise<Row[]>
