import { lacksOption } from '../argument.ts'
import { confirms, YES } from '../confirms.ts'
import { CommandRefused, confirmationOfTyped, type Performed, perform } from '../perform.ts'
import type { World } from '../world.ts'
import { readLine } from './read.ts'
import { labelOf } from './read-value.ts'
import type { Reading } from './reading.ts'

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
  const confirmation = confirmed === null ? null : confirmationOfTyped(command, args, world)
  if (confirmation && !confirms(confirmation, confirmed ?? ''))
    throw new CommandRefused(`--confirm takes ${confirmation.word ?? YES} here. Nothing was run.`)
  return perform(command, args, world, { ...options, confirmed: options.confirmed ?? confirmed !== null })
}

/** Why a line of several does not run as it stands; null where it does. What others before it bring about may change that. */
export const outrightProblem = (
  { command, missing, problems, args, confirmed }: Reading,
  world: World,
): string | null => {
  if (!command) return problems[0]?.sentence ?? 'Unknown command.'
  const [problem] = problems
  if (problem) return problem.sentence
  if (missing) return `${labelOf(missing)} is missing.`
  if (lacksOption(command, args)) return 'Nothing to change: add a flag, such as --name.'
  const confirmation = confirmationOfTyped(command, args, world)
  if (confirmation === null) return null
  const word = confirmation.word ?? YES
  if (confirmed === null) return `${confirmation.question} End the line with --confirm ${word}.`
  return confirms(confirmation, confirmed) ? null : `--confirm takes ${word} here.`
}

/** Carries out a line of several, without asking anything: it rejects with a `CommandRefused` where the line leaves something open. */
export const performOutright = async (line: string, world: World): Promise<Performed> => {
  const reading = readLine(line, world)
  const problem = outrightProblem(reading, world)
  if (problem !== null || !reading.command) throw new CommandRefused(problem ?? 'Unknown command.')
  return perform(reading.command, reading.args, world, { confirmed: true })
}
