import { NO_UNDO } from '../commands/core/undo/entries.ts'
import { type FailedStep, leftOf, partlyUndone } from '../commands/core/undo/partly-undone.ts'
import { ChangedSince } from '../commands/core/undo/undo-failures.ts'
import type { Headless } from '../commands/headless/headless.ts'
import { readableCell } from './cells.ts'
import { confirm } from './confirm.ts'
import { EXIT_CODES, endingOf, sentenceOf, TerminalFailure } from './exit-codes.ts'
import type { LocalContext, LocalRun } from './local-commands.ts'
import { connect, openWorld } from './settings.ts'
import { wordsOfStep } from './shell-line.ts'
import { plainText } from './terminal-io.ts'
import { settleUndo, type Undoable, undoableActions } from './undo-store.ts'

/** `sonde undo`: undoes the last command of this terminal in the project, after a question. */
export const undoLast: LocalRun = async ({ words, flags, io }) => {
  const connection = await connect(flags, io.env)
  if (connection.byEnvironment)
    throw new TerminalFailure('usage', 'Nothing to undo: with SONDE_API_KEY, commands are not stored.')
  const world = await openWorld(connection)
  const [url, projectId] = [connection.url, world.project?.id]
  const actions = undoableActions(url, projectId, io.env)
  if (words.length > 0) return listActions(actions, world, io)
  const [last, before] = actions
  // A script that undoes must notice that nothing was undone.
  if (!last) throw new TerminalFailure('usage', 'Nothing to undo in this project.')
  if (last.afterRefusal && flags.yes !== undefined)
    throw new TerminalFailure(
      'refused',
      `The action after “${plainText(last.did)}” was not undone, so --yes does not undo this one: run sonde undo without it, and answer.`,
    )
  const next = before ? ` The next undo is of the one before it: ${plainText(before.did)}.` : ''
  if (last.isUnchanged) {
    settleUndo(url, projectId, io.env, last)
    if (flags.quiet === undefined) io.err(`Nothing to undo of the last command. ${plainText(last.did)}.${next}\n`)
    return EXIT_CODES.done.code
  }
  if (last.steps.length === 0) {
    settleUndo(url, projectId, io.env, last, { isRefused: true })
    throw new TerminalFailure('refused', `${plainText(last.did)}: this cannot be undone.${next}`)
  }
  const question = {
    question: `Undo: ${last.did}`,
    effects: last.steps.map((step) => wordsOfStep(step, world.world)),
    word: null,
    button: 'Undo',
  }
  await confirm(question, { confirmed: null }, { isSure: flags.yes !== undefined, io })
  const failed = await world.revert(last.steps)
  const left = leftOf(failed)
  // What the server refuses is not tried again: the action before it comes next.
  settleUndo(url, projectId, io.env, last, { left, isRefused: failed.length > 0 })
  if (failed.length > 0) throw notUndone(last, failed, left.length > 0 ? '' : next)
  if (flags.quiet === undefined) io.err(`Undid: ${plainText(last.did)}\n`)
  return EXIT_CODES.done.code
}

/** The failure of an undo: of several steps, with what was undone all the same. */
const notUndone = ({ did, steps }: Undoable, failed: readonly FailedStep[], next: string): unknown => {
  const cause = failed[0]?.failure
  const isChanged = cause instanceof ChangedSince
  if (steps.length === 1 && !isChanged) return cause
  const said = steps.length === 1 ? sentenceOf(cause) : partlyUndone({ text: did, steps }, failed, 'Undid')
  const rest =
    steps.length > 1 && next === '' && leftOf(failed).length > 0 ? ' The rest can be undone: sonde undo.' : ''
  return new TerminalFailure(isChanged ? 'refused' : endingOf(cause), plainText(said) + rest + next, { cause })
}

const listActions = (actions: readonly Undoable[], world: Headless, io: LocalContext['io']): number => {
  if (actions.length === 0) io.err('Nothing to undo in this project.\n')
  for (const { did, steps, at, isUnchanged } of actions) {
    const time = new Date(at).toISOString()
    const shown = io.isTerminal ? readableCell('time', time, io.env) : time
    const words =
      steps.map((step) => wordsOfStep(step, world.world)).join('; ') || (isUnchanged ? 'nothing to undo' : NO_UNDO)
    io.out(`${[shown, plainText(did), plainText(words)].join(io.isTerminal ? '  ' : '\t')}\n`)
  }
  return EXIT_CODES.done.code
}
