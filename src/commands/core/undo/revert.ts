import { CallError } from '../../../../machines/resource/failure.ts'
import type { UndoEntry, UndoStep } from '../../../../machines/undo.ts'
import { failureSentence } from '../failure-sentence.ts'
import { inTurns } from '../in-turns.ts'
import { CommandRefused, perform } from '../perform.ts'
import type { World } from '../world.ts'
import { worldWith } from './recording.ts'
import { ChangedSince, restoreFields } from './stored-fields.ts'

/** The steps that are left to do, and those that revert what was done. */
type Reverted = {
  readonly left: readonly UndoStep[]
  readonly reverse: readonly UndoStep[]
  readonly failures: readonly unknown[]
}

/** Carries out a step, and returns the one that reverts it. Of its messages, only warnings are shown. */
const revertStep = async (step: UndoStep, world: World): Promise<UndoStep> => {
  if (!('command' in step)) return restoreFields(step, world)
  const { command, args, reverse } = step
  const quiet = worldWith(world, { tell: (text, { category } = {}) => category && world.tell(text, { category }) })
  const performed = await perform(command, args, quiet, { confirmed: true })
  if (performed.status === 'asked') throw new CommandRefused('This action cannot be undone here.')
  return { ...reverse, reverse: { command, args } }
}

const revertSteps = async (steps: readonly UndoStep[], world: World): Promise<Reverted> => {
  const reverse: UndoStep[] = []
  const left = new Set<UndoStep>()
  const failures: unknown[] = []
  await inTurns(steps, async (step) => {
    try {
      reverse.unshift(await revertStep(step, world))
    } catch (failure) {
      left.add(step)
      failures.push(failure)
    }
  })
  return { left: steps.filter((step) => left.has(step)), reverse, failures }
}

const isGone = (failure: unknown): boolean => {
  const cause = failure instanceof CommandRefused ? failure.cause : failure
  return (
    cause instanceof ChangedSince || (cause instanceof CallError && [404, 409, 410].includes(cause.failure.status ?? 0))
  )
}

/** An entry that can be undone or redone, as the stack of its direction holds it. */
const revert = async (entry: UndoEntry, type: 'UNDONE' | 'REDONE', world: World): Promise<void> => {
  const { left, reverse, failures } = await revertSteps(entry.steps, world)
  const { id, text, projectId } = entry
  const reversed = { id: world.newId(), text, projectId, at: world.now(), steps: reverse, refusal: null }
  if (left.length < entry.steps.length)
    world.send('undo', { type, id, left, reverse: reverse.length > 0 ? reversed : null })
  const [failure] = failures
  if (failure === undefined) {
    world.send('toasts', { type: 'DISMISS', id })
    world.tell(`${type === 'UNDONE' ? 'Undid' : 'Redid'}: ${text}`)
    return
  }
  const sentence = failureSentence(failure)
  if (failures.every(isGone)) world.send('undo', { type: 'REFUSED', id, refusal: sentence })
  throw new CommandRefused(
    left.length === 1 ? sentence : `${left.length} of ${entry.steps.length} are not undone. ${sentence}`,
    {
      isUnanswered: failure instanceof CommandRefused && failure.isUnanswered,
      cause: failure,
    },
  )
}

const of =
  (stack: 'done' | 'undone', type: 'UNDONE' | 'REDONE', verb: 'undo' | 'redo') =>
  async (named: string | undefined, world: World): Promise<void> => {
    const entries = world.undoable?.()[stack] ?? []
    const entry =
      named === undefined
        ? entries.findLast(({ refusal }) => refusal === null)
        : entries.find((each) => each.id === named || String(numberOf(each, entries)) === named)
    if (entry) return revert(entry, type, world)
    if (named !== undefined) throw new CommandRefused(`There is no action “${named}” to ${verb}.`)
    world.tell(`Nothing to ${verb}`)
  }

const numberOf = (entry: UndoEntry, entries: readonly UndoEntry[]): number => entries.length - entries.indexOf(entry)

/** Undoes an action: the newest that still can be undone, or a named one. */
export const undo = of('done', 'UNDONE', 'undo')
/** Redoes an undone action: the last that was undone, or a named one. */
export const redo = of('undone', 'REDONE', 'redo')

/** The entries of a stack to choose from, newest first: each with its message and age, and why it can no longer be undone. */
export const entryChoices = (stack: 'done' | 'undone') => (world: World) => {
  const entries = world.undoable?.()[stack] ?? []
  return entries.toReversed().map((entry) => ({
    value: String(numberOf(entry, entries)),
    note: [entry.text, ageOf(entry.at, world.now()), entry.refusal].filter(Boolean).join(' · '),
  }))
}

const MINUTE_MS = 60_000

const ageOf = (atMs: number, nowMs: number): string => {
  const minutes = Math.floor((nowMs - atMs) / MINUTE_MS)
  return minutes < 1 ? 'just now' : minutes < 60 ? `${minutes} min ago` : `${Math.floor(minutes / 60)} h ago`
}
