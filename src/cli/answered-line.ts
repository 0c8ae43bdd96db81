import type { Argument } from '../commands/core/argument.ts'
import { unavailableReason } from '../commands/core/availability.ts'
import type { Command } from '../commands/core/command.ts'
import { secretsOf } from '../commands/core/line/mask-secrets.ts'
import type { Reading } from '../commands/core/line/reading.ts'
import { shapeOf } from '../commands/core/line/value-shape.ts'
import { type Headless, refusalOf } from '../commands/headless/headless.ts'
import { askingWords } from './argument-words.ts'
import { TerminalFailure } from './exit-codes.ts'
import { syntaxOf } from './help.ts'
import { lineOf, listWord, quoted } from './line-of-words.ts'
import { askHidden, plainText, type TerminalIo } from './terminal-io.ts'

/** What a person answered for an argument that a line lacks, as a line spells it. */
type Answer = { readonly argument: Argument; readonly text: string }

/** A line that can be carried out, and the answers that it took. */
export type Ready = Reading & { readonly command: Command; readonly answers: readonly Answer[] }

type Lacking = { readonly reading: Reading; readonly command: Command; readonly missing: Argument }

const withAnswers = (line: string, answers: readonly Answer[]): string =>
  [line, ...answers.map(({ argument, text }) => `${argument.flag} ${text}`)].join(' ')

/** Reads a line, and asks a person for what it lacks beside the answers that are there. */
export const answered = async (
  line: string,
  world: Headless,
  io: TerminalIo,
  answers: readonly Answer[] = [],
): Promise<Ready> => {
  const whole = withAnswers(line, answers)
  const reading = await world.read(whole)
  const { command, missing } = reading
  const refusal = command && unavailableReason(command, world.world)
  if (refusal) throw new TerminalFailure(world.project ? 'refused' : 'usage', refusal)
  const problem = refusalOf(reading, world.world)
  if (problem !== null) throw new TerminalFailure('usage', problem)
  if (!command) throw new TerminalFailure('usage', `Unknown command “${line}”.`)
  if (!missing) return { ...reading, command, answers }
  const answer = await readableAnswer(whole, { reading, command, missing }, world, io)
  return answered(line, world, io, [...answers, answer])
}

/** An answer that can be read. A wrong one is asked for again, so that the answers before it are not lost. */
const readableAnswer = async (
  line: string,
  { reading, command, missing }: Lacking,
  world: Headless,
  io: TerminalIo,
): Promise<Answer> => {
  const question = `${askingWords(missing)} `
  const hidden = secretsOf(reading).includes(missing.key)
  for (;;) {
    const typed = io.canAsk ? await (hidden ? askHidden(io, question) : io.ask(question)) : null
    if (typed === null)
      throw new TerminalFailure(
        'usage',
        `${missing.prompt ?? `${missing.flag} is missing.`} Usage: sonde ${syntaxOf(command)}`,
      )
    const answer = { argument: missing, text: inLine(typed, missing) }
    const problem = typed === '' ? NO_ANSWER : refusalOf(await world.read(withAnswers(line, [answer])), world.world)
    if (problem === null) return answer
    io.err(`${plainText(problem)}\n`)
  }
}

/** Answers to questions of yes or no, as a line spells them. */
const YES_OR_NO: Readonly<Record<string, string>> = { y: 'true', yes: 'true', n: 'false', no: 'false' }

/** An answer as a line spells it: several names, or pairs of NAME=value, have commas between them; a text is one whatever it holds. */
const inLine = (answer: string, argument: Argument): string => {
  if (shapeOf(argument).kind === 'boolean') return YES_OR_NO[answer.trim().toLowerCase()] ?? quoted(answer)
  const isParted = argument.kind !== null || /\[\]|Record/.test(JSON.stringify(argument.definition))
  if (!isParted || answer.startsWith('-')) return quoted(answer)
  return answer.includes('=') ? lineOf([answer]) : listWord(answer)
}

const NO_ANSWER = 'An answer is needed; Ctrl-C ends the command.'
