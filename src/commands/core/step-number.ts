import { counted } from './bulk-words.ts'
import type { World } from './world.ts'

/** A step's number, counted from 1, as an index; null, and a sentence, if `owner` (“This workflow”) has no such step. */
export const indexOfStep = (
  number: number,
  steps: readonly unknown[],
  owner: string,
  world: Pick<World, 'tell'>,
): number | null => {
  if (number <= steps.length) return number - 1
  const has = steps.length === 0 ? 'no steps' : counted(steps.length, 'step')
  world.tell(`${owner} has ${has}, so none is step ${number}.`)
  return null
}
