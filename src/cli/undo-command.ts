import { answered } from './answered-line.ts'
import { readableCell } from './cells.ts'
import { confirm } from './confirm.ts'
import { EXIT_CODES, endingOf, TerminalFailure } from './exit-codes.ts'
import type { LocalContext, LocalRun } from './local-commands.ts'
import { connect, openWorld } from './settings.ts'
import { plainText } from './terminal-io.ts'
import { dropUndo, type UndoStep, undoSteps } from './undo-store.ts'

/** `sonde undo`: undoes the last command of this terminal in the project, after a question. */
export const undoLast: LocalRun = async ({ words, flags, io }) => {
  if (words.some((word) => word !== '--list')) throw new TerminalFailure('usage', 'Usage: sonde undo [--list]')
  const connection = await connect(flags, io.env)
  if (connection.byEnvironment)
    throw new TerminalFailure('usage', 'Nothing to undo: with SONDE_API_KEY, commands are not stored.')
  const world = await openWorld(connection)
  const [url, projectId] = [connection.url, world.project?.id]
  const steps = undoSteps(url, projectId, io.env)
  if (words.length > 0) return listSteps(steps, io)
  const [last] = steps
  // A script that undoes must notice that nothing was undone.
  if (!last) throw new TerminalFailure('usage', 'Nothing to undo in this project.')
  try {
    const reading = await answered(last.undo, world, io)
    const { command, args } = reading
    const confirmation = (await world.confirmation(command, args)) ?? {
      question: `Undo: ${last.did}`,
      effects: [`sonde ${last.undo}`],
      word: null,
      button: 'Undo',
    }
    await confirm(confirmation, reading, { isSure: flags.yes !== undefined, io })
    const { messages } = await world.perform(command, args)
    dropUndo(url, projectId, io.env)
    if (flags.quiet === undefined) for (const { text } of messages) io.err(`${plainText(text)}\n`)
    return EXIT_CODES.done.code
  } catch (error) {
    // What the server refuses now it refuses again: the command before it comes next. A question that nobody confirmed stays.
    const isRefused = endingOf(error) === 'refused'
    if (isRefused) dropUndo(url, projectId, io.env)
    throw error
  }
}

const listSteps = (steps: readonly UndoStep[], io: LocalContext['io']): number => {
  if (steps.length === 0) io.err('Nothing to undo in this project.\n')
  for (const { did, undo, at } of steps) {
    const time = new Date(at).toISOString()
    const shown = io.isTerminal ? readableCell('time', time, io.env) : time
    io.out(`${[shown, plainText(did), `sonde ${plainText(undo)}`].join(io.isTerminal ? '  ' : '\t')}\n`)
  }
  return EXIT_CODES.done.code
}
