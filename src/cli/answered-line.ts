import type { Argument } from '../commands/core/argument.ts'
import { unavailableReason } from '../commands/core/availability.ts'
import type { Command } from '../commands/core/command.ts'
import type { Reading } from '../commands/core/line/reading.ts'
import { type Headless, refusalOf } from '../commands/headless/headless.ts'
import { TerminalFailure } from './exit-codes.ts'
import { lineOf, quoted } from './flags.ts'
import { syntaxOf } from './help.ts'
import { plainText, type TerminalIo } from './terminal-io.ts'

/** A line that can be carried out. */
export type Ready = Reading & { readonly command: Command }

type Lacking = { readonly command: Command; readonly missing: Argument }

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
  return answered(await withAnswer(line, { command, missing }, world, io), world, io)
}

/** The line with an answer that can be read. A wrong one is asked for again, so that the answers before it are not lost. */
const withAnswer = async (
  line: string,
  { command, missing }: Lacking,
  world: Headless,
  io: TerminalIo,
): Promise<string> => {
  for (;;) {
    const answer = io.canAsk ? await askFor(missing, io) : null
    if (answer === null)
      throw new TerminalFailure(
        'usage',
        `${missing.prompt ?? `${missing.flag} is missing.`} Usage: sonde ${syntaxOf(command)}`,
      )
    const longer = `${line} ${missing.flag} ${inLine(answer, missing)}`
    const problem = answer === '' ? NO_ANSWER : refusalOf(await world.read(longer), world.world)
    if (problem === null) return longer
    io.err(`${plainText(problem)}\n`)
  }
}

/** An answer as a line spells it: several names, or pairs of NAME=value, have commas between them; a text is one whatever it holds. */
const inLine = (answer: string, { kind, definition }: Argument): string => {
  const isParted = kind !== null || /\[\]|Record/.test(JSON.stringify(definition))
  return isParted && !answer.startsWith('-') ? lineOf([answer]) : quoted(answer)
}

const NO_ANSWER = 'An answer is needed; Ctrl-C ends the command.'

const askFor = (argument: Argument, io: TerminalIo): Promise<string | null> =>
  io.ask(`${argument.prompt ?? argument.flag} `, { hidden: argument.secret })
