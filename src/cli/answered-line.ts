import type { Argument } from '../commands/core/argument.ts'
import { unavailableReason } from '../commands/core/availability.ts'
import type { Command } from '../commands/core/command.ts'
import type { Reading } from '../commands/core/line/reading.ts'
import { type Headless, refusalOf } from '../commands/headless/headless.ts'
import { TerminalFailure } from './exit-codes.ts'
import { quoted } from './flags.ts'
import { syntaxOf } from './help.ts'
import type { TerminalIo } from './terminal-io.ts'

/** A line that can be carried out. */
export type Ready = Reading & { readonly command: Command }

/** Reads a line, and asks a person for what it lacks. */
export const answered = async (line: string, world: Headless, io: TerminalIo): Promise<Ready> => {
  const reading = await world.read(line)
  const { command, missing } = reading
  const refusal = command && unavailableReason(command, world.world)
  if (refusal) throw new TerminalFailure(world.project ? 'refused' : 'usage', refusal)
  const problem = refusalOf(reading, world.world)
  if (problem !== null) throw new TerminalFailure('usage', problem)
  if (!command) throw new TerminalFailure('usage', `Unknown command “${line}”.`)
  if (!missing) return { ...reading, command }
  const answer = io.canAsk ? await askFor(missing, io) : null
  if (answer === null || answer === '')
    throw new TerminalFailure(
      'usage',
      `${missing.prompt ?? `${missing.flag} is missing.`} Usage: sonde ${syntaxOf(command)}`,
    )
  return answered(`${line} ${missing.flag} ${quoted(answer)}`, world, io)
}

const askFor = (argument: Argument, io: TerminalIo): Promise<string | null> =>
  io.ask(`${argument.prompt ?? argument.flag} `, { hidden: argument.secret })
