import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Row } from '../bench/row.ts'

/** Attacks a real installation on loopback and measures the damage; a row with a missed target means that the attack succeeded. */
export type Attack = (say: (line: string) => void) => Promise<Row[]>

const folder = join(import.meta.dirname, 'long')

/** The attacks that take too long for `npm test`. */
export const attackNames: readonly string[] = readdirSync(folder)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -'.ts'.length))
  .sort()

/** Loads an attack by name. */
export const loadAttack = async (name: string): Promise<Attack> => {
  const { attack }: { attack: Attack } = await import(join(folder, `${name}.ts`))
  return attack
}
