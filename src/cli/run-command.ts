import { argumentsOf, bulkArgumentOf } from '../commands/core/argument.ts'
import type { Command } from '../commands/core/command.ts'
import { durationIn } from '../commands/core/duration.ts'
import { phraseIn } from '../commands/core/line/phrase.ts'
import { tokensOf } from '../commands/core/line/tokens.ts'
import { shapeOf } from '../commands/core/line/value-shape.ts'
import { headlessCommands } from '../commands/headless/book.ts'
import { type Headless, PartlyDone } from '../commands/headless/headless.ts'
import { answered, type Ready } from './answered-line.ts'
import { askedAgain } from './asked-again.ts'
import { confirm } from './confirm.ts'
import { inexactlyNamed } from './exact-names.ts'
import { EXIT_CODES, endingOf, sentenceOf, TerminalFailure } from './exit-codes.ts'
import type { Flags } from './flag-table.ts'
import { namesIn } from './flags.ts'
import { formatOf } from './formats.ts'
import { lineOf, quoted } from './line-of-words.ts'
import type { LocalContext } from './local-commands.ts'
import { formOf, printOutcome, writeRunReport } from './print-outcome.ts'
import { rowsAhead } from './rows-ahead.ts'
import { type Connection, connect, openWorld } from './settings.ts'
import { keepProject } from './switched-project.ts'
import { plainText, type TerminalIo } from './terminal-io.ts'
import { storeUndo } from './undo-store.ts'
import { unknownCommand } from './unknown-command.ts'
import { pausedUntil, watchData } from './watch-data.ts'
import { refuseUnwritableFiles } from './written-files.ts'

/** Seconds that a run is waited for. */
const USUAL_TIMEOUT_S = 600

/** Carries a line out that is a command of the registry. */
export const runCommand = async ({ words: written, flags, io }: LocalContext): Promise<number> => {
  const found = phraseIn(tokensOf(lineOf(written)), headlessCommands)
  if (!found) throw unknownCommand(written)
  const timeoutMs = timeoutOf(flags.timeout)
  // What contradicts itself, or cannot be written in the end, is refused before anything happens.
  formatOf(flags, found.command.prints)
  refuseUnwritableFiles(flags)
  const line = await withInput(written, found.command, io)
  if (line === null) return doneNothing(found.command, flags, io)
  const connection = await connect(flags, io.env)
  const world = await openWorld(connection)
  for (let ready = await answered(line, world, io); ; ) {
    try {
      return await carryOut(ready, { connection, line, world, flags, io, timeoutMs })
    } catch (error) {
      const again = await askedAgain(error, ready, { line, world, io })
      if (again === null) throw error
      ready = again
    }
  }
}

type Open = Pick<LocalContext, 'flags' | 'io'> & {
  readonly connection: Connection
  readonly line: string
  readonly world: Headless
  readonly timeoutMs: number
}

/** Carries out a line that lacks nothing, after its confirmation. */
const carryOut = async (ready: Ready, { connection, line, world, flags, io, timeoutMs }: Open): Promise<number> => {
  const { command, args } = ready
  const waits = flags.wait !== undefined
  const confirmation = await world.confirmation(command, args)
  if (confirmation) {
    const inexact = inexactlyNamed(line, ready, world)
    await confirm(confirmation, ready, { isSure: flags.yes !== undefined, inexact, io })
  }
  const startedAt = Date.now()
  if (flags.watch !== undefined) {
    const look = () => world.perform(command, args)
    return watchData({ look, forget: () => world.forget(), flags, command, io, pause: pausedUntil(io.interrupted) })
  }
  const ahead = rowsAhead(formOf(flags, command), io)
  try {
    const outcome = await world.perform(command, args, {
      waiting: waits ? { timeoutMs, interrupted: interruptionOf(io) } : null,
      isUndoable: !connection.byEnvironment,
      showAhead: ahead.take,
    })
    storeUndo(outcome, connection, world, io)
    keepProject(outcome, connection, world, io)
    const code = printOutcome(outcome, { flags, command, io, url: connection.url, startedAt, ahead })
    return waits && io.interrupted.aborted ? EXIT_CODES.interrupted.code : code
  } catch (error) {
    if (error instanceof PartlyDone) {
      for (const { text } of error.outcome.messages) io.err(`${plainText(text)}\n`)
      storeUndo(error.outcome, connection, world, io)
    }
    const count = ahead.printed()
    if (count > 0)
      throw new TerminalFailure(
        endingOf(error),
        `${sentenceOf(error)} ${count.toLocaleString('en-US')} rows were printed before.`,
      )
    throw error
  }
}

/** The end of a line whose standard input names nothing. A check that was to wait for runs has checked nothing then, which is no success. */
const doneNothing = (command: Command, flags: Flags, io: TerminalIo): number => {
  const isPlain = flags.wait === undefined
  const mayBeEmpty = flags['allow-empty'] !== undefined
  if (flags.junit !== undefined) writeRunReport([], flags, io, Date.now())
  if (flags.quiet === undefined || !(isPlain || mayBeEmpty))
    io.err(
      isPlain || mayBeEmpty
        ? 'Standard input names nothing: nothing was done.\n'
        : `sonde: Standard input names nothing to ${command.words.split(' ')[0]}: nothing was checked. --allow-empty accepts that.\n`,
    )
  return isPlain || mayBeEmpty ? EXIT_CODES.done.code : EXIT_CODES.failed.code
}

/** Resolves when the program is interrupted. */
const interruptionOf = ({ interrupted }: TerminalIo): Promise<void> =>
  new Promise((resolve) => {
    if (interrupted.aborted) resolve()
    interrupted.addEventListener('abort', () => resolve(), { once: true })
  })

const timeoutOf = (text: string | undefined): number => {
  const seconds = text === undefined ? USUAL_TIMEOUT_S : (durationIn(text) ?? Number(text))
  if (text === '' || !(seconds >= 1 && seconds <= 86_400))
    throw new TerminalFailure('usage', '--timeout takes a number of seconds from 1 to 86,400, or a time such as 5m.')
  return seconds * 1000
}

/** Whether a value that has to be given is a list. */
const takesList = (command: Command): boolean =>
  argumentsOf(command).some((argument) => argument.required && shapeOf(argument).kind === 'list')

/** The line of words, with what stands for `-` read from standard input; null where that names nothing. */
const withInput = async (words: readonly string[], command: Command, io: TerminalIo): Promise<string | null> => {
  const at = words.indexOf('-')
  if (at < 0) return lineOf(words)
  const input = await io.readInput()
  if (words.indexOf('-', at + 1) > 0)
    throw new TerminalFailure('usage', 'Standard input is read once: only one “-” can stand for it.')
  const isValue = words[at - 1]?.startsWith('--') === true
  const isNames = !isValue && (bulkArgumentOf(command) !== null || takesList(command))
  const names = isNames ? namesIn(input) : []
  if (isNames && names.length === 0) return null
  const value = input.replace(/\r?\n$/, '')
  // A file that is missing or a command that failed would erase what is stored.
  if (!isNames && value === '')
    throw new TerminalFailure(
      'usage',
      `Standard input is empty${isValue ? `, and is the value of ${words[at - 1]}` : ''}: nothing was done. An empty value is written "".`,
    )
  const text = isNames ? names.map(quoted).join(',') : quoted(value)
  return [lineOf(words.slice(0, at)), text, lineOf(words.slice(at + 1))].join(' ').trim()
}
