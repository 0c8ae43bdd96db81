import { confirms, YES } from '../confirms.ts'
import { CommandRefused, confirmationOf, type Performed, perform } from '../perform.ts'
import type { World } from '../world.ts'
import { readLine } from './read.ts'

/**
 * Carries out a line, such as that of an undo. It rejects with a `CommandRefused` where the line says nothing that can be done; what is
 * permanent is asked about unless the line ends with `--confirm` and the word.
 */
export const performLine = async (
  line: string,
  world: World,
  options: Parameters<typeof perform>[3] = {},
): Promise<Performed> => {
  const { command, missing, problems, args, confirmed } = readLine(line, world)
  const [problem] = problems
  if (!command) throw new CommandRefused(problem?.sentence ?? `Unknown command “${line.trim()}”.`)
  if (problem) throw new CommandRefused(`${problem.sentence} Nothing was run.`)
  if (missing) return perform(command, args, world, options)
  const confirmation = confirmed === null ? null : confirmationOf(command, args, world)
  if (confirmation && !confirms(confirmation, confirmed ?? ''))
    throw new CommandRefused(`--confirm takes ${confirmation.word ?? YES} here. Nothing was run.`)
  return perform(command, args, world, { ...options, confirmed: options.confirmed ?? confirmed !== null })
}
