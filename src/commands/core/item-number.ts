import { counted } from './bulk-words.ts'
import type { World } from './world.ts'

/** A number of a list, counted from 1, as an index; null, and a sentence, if the list is shorter. */
export const indexIn = (
  number: number,
  items: readonly unknown[],
  owner: string,
  noun: string,
  world: Pick<World, 'tell'>,
): number | null => {
  if (number <= items.length) return number - 1
  world.tell(
    `${owner} has ${items.length === 0 ? `no ${noun}s` : counted(items.length, noun)}, so none is ${noun} ${number}.`,
  )
  return null
}
