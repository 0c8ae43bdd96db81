import type { CommandingEvent, Given } from '../../../machines/commanding.ts'
import { perform } from '../../commands/core/perform.ts'
import type { World } from '../../commands/core/world.ts'
import { commandById } from '../../commands/registry.ts'
import { lineReading } from './line-memory.ts'
import { partCode } from './part-code.ts'

/** Carries out a command in a world, and tells its progress. */
export const carryOut = async (
  { command, args }: Given,
  world: World,
  tell: (event: CommandingEvent) => void,
): Promise<unknown> => {
  // Confirmations are asked in the console, which reads the command from a line.
  if (commandById(command)?.confirm) await partCode(lineReading.load)
  return perform(command, args, world, { progress: (done, of) => tell({ type: 'PROGRESS', done, of }) })
}
