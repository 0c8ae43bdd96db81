import type { Confirmation } from '../command.ts'
import { confirmationOf } from '../perform.ts'
import type { World } from '../world.ts'
import { readLine } from './read.ts'
import { isComplete, type Reading } from './reading.ts'

/** What the console's machine must know of a line. `confirmation`: what is asked before it is done; null where nothing is. */
export type Judgement = { readonly complete: boolean; readonly confirmation: Confirmation | null }

/** Whether a line can be carried out, and what is asked first. A right word after `--confirm` has answered already. */
export const judgeLine = (line: string, world: World, reading: Reading = readLine(line, world)): Judgement => {
  if (!reading.command || !isComplete(reading)) return { complete: false, confirmation: null }
  const confirmation = confirmationOf(reading.command, reading.args, world)
  return { complete: true, confirmation: confirmation?.word === reading.confirmed ? null : confirmation }
}
