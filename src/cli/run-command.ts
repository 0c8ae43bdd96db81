import { type Argument, bulkArgumentOf } from '../commands/core/argument.ts'
import { unavailableReason } from '../commands/core/availability.ts'
import type { Command, Confirmation } from '../commands/core/command.ts'
import { confirms, YES } from '../commands/core/confirms.ts'
import { phraseIn } from '../commands/core/line/phrase.ts'
import type { Reading } from '../commands/core/line/reading.ts'
import { tokensOf } from '../commands/core/line/tokens.ts'
import { headlessCommands } from '../commands/headless/book.ts'
import { type Headless, PartlyDone, refusalOf } from '../commands/headless/headless.ts'
import { changeSignIn, credentialsFile } from './credentials.ts'
import { TerminalFailure } from './exit-codes.ts'
import { lineOf, namesIn, quoted } from './flags.ts'
import { syntaxOf } from './help.ts'
import type { LocalContext } from './local-commands.ts'
import { printOutcome } from './print-outcome.ts'
import { type Connection, connect, openWorld } from './settings.ts'
import { plainText, type TerminalIo } from './terminal-io.ts'
import { unknownCommand } from './unknown-command.ts'

/** Seconds that a run is waited for. */
const USUAL_TIMEOUT_S = 600

type Ready = Reading & { readonly command: Command }

/** Carries a line out that is a command of the registry. */
export const runCommand = async ({ words: written, flags, io }: LocalContext): Promise<number> => {
  const found = phraseIn(tokensOf(lineOf(written)), headlessCommands)
  if (!found) throw unknownCommand(written)
  const timeoutMs = timeoutOf(flags.timeout)
  const waits = flags.wait !== undefined
  if (!waits && (flags.junit ?? flags.strict) !== undefined)
    throw new TerminalFailure('usage', '--junit and --strict need --wait: there is no outcome otherwise.')
  const line = await withInput(written, found.command, io)
  if (line === null) {
    io.err('Standard input names nothing: nothing was done.\n')
    return 0
  }
  const connection = await connect(flags, io.env)
  const world = await openWorld(connection)
  const reading = await answered(line, world, io)
  const { command, args } = reading
  const confirmation = await world.confirmation(command, args)
  if (confirmation) await confirm(confirmation, reading, { isSure: flags.yes !== undefined, io })
  const startedAt = Date.now()
  try {
    const outcome = await world.perform(command, args, { waiting: waits ? { timeoutMs } : null })
    if (outcome.switchedTo !== null) keepProject(outcome.switchedTo, connection, world, io)
    return printOutcome(outcome, { flags, io, url: connection.url, startedAt })
  } catch (error) {
    if (error instanceof PartlyDone) for (const { text } of error.outcome.messages) io.err(`${plainText(text)}\n`)
    throw error
  }
}

const timeoutOf = (text: string | undefined): number => {
  const seconds = Number(text ?? USUAL_TIMEOUT_S)
  if (text === '' || !(seconds >= 1 && seconds <= 86_400))
    throw new TerminalFailure('usage', '--timeout takes a number of seconds from 1 to 86,400.')
  return seconds * 1000
}

/** The line of words, with what stands for `-` read from standard input; null where that names nothing. */
const withInput = async (words: readonly string[], command: Command, io: TerminalIo): Promise<string | null> => {
  const at = words.indexOf('-')
  if (at < 0) return lineOf(words)
  const input = await io.readInput()
  const isValue = words[at - 1]?.startsWith('--') === true
  const isNames = !isValue && (bulkArgumentOf(command) !== null || JSON.stringify(command.args).includes('[]'))
  const names = isNames ? namesIn(input) : []
  if (isNames && names.length === 0) return null
  const text = isNames ? names.map(quoted).join(',') : quoted(input.replace(/\r?\n$/, ''))
  return [lineOf(words.slice(0, at)), text, lineOf(words.slice(at + 1))].join(' ').trim()
}

/** Reads a line, and asks a person for what it lacks. */
const answered = async (line: string, world: Headless, io: TerminalIo): Promise<Ready> => {
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

/** Asks about something permanent. Throws where nobody confirms it. */
const confirm = async (
  confirmation: Confirmation,
  { confirmed }: Ready,
  { isSure, io }: { readonly isSure: boolean; readonly io: TerminalIo },
): Promise<void> => {
  if (isSure || (confirmed !== null && confirms(confirmation, confirmed))) return
  const { question, effects, word } = confirmation
  const touched = [question, ...effects.map((effect) => `  ${effect}`)].map((line) => `${plainText(line)}\n`).join('')
  io.err(touched)
  if (!io.canAsk) throw new TerminalFailure('usage', 'Nothing was done: confirm it with --yes.')
  const typed = await io.ask(`Type ${word ?? YES} to confirm: `)
  const isConfirmed =
    typed !== null && (word === null ? typed.trim().toLowerCase() === YES : confirms(confirmation, typed))
  if (!isConfirmed) throw new TerminalFailure('usage', 'Nothing was done.')
}

const keepProject = (id: string, { url, byEnvironment }: Connection, world: Headless, io: TerminalIo): void => {
  const name = world.session.projects.find(({ project }) => project.id === id)?.project.name ?? id
  if (byEnvironment)
    throw new TerminalFailure('usage', `SONDE_API_KEY decides the project. Set SONDE_PROJECT=${id}, or use --project.`)
  changeSignIn(credentialsFile(io.env), url, (before) => ({ ...before, project: id }))
  io.err(`Commands are about “${plainText(name)}” now.\n`)
}
