import type { UndoEntry, UndoStep } from '../../../../machines/undo.ts'
import { grouped } from '../../../domain/core/grouped.ts'
import { bulkArgumentOf } from '../argument.ts'
import { unavailableReason } from '../availability.ts'
import { confirmationOfAll, nounsOf } from '../bulk-words.ts'
import type { Command, Confirmation } from '../command.ts'
import { failureSentence, isUnanswered } from '../failure-sentence.ts'
import { inTurns } from '../in-turns.ts'
import type { World } from '../world.ts'
import { worldWith } from '../world.ts'
import { refuseIfChanged, withAsNow } from './as-left.ts'
import { NO_UNDO } from './entries.ts'
import { type FailedStep, leftOf, partlyUndone } from './partly-undone.ts'
import { notingMade } from './removals.ts'
import { atWork, isAtWork } from './running.ts'
import { restoreFields } from './stored-fields.ts'

type Find = (id: string) => Command | null

type Direction = {
  readonly verb: 'Undo' | 'Redo'
  readonly stack: 'done' | 'undone'
  readonly type: 'UNDONE' | 'REDONE'
  readonly said: 'Undid' | 'Redid'
  readonly past: 'undone' | 'redone'
  readonly refused: string
}

/** The steps that were not carried out, and those that revert the others. */
type Reverted = {
  readonly failed: readonly FailedStep[]
  readonly reverse: readonly UndoStep[]
}

/**
 * Carries out a step, and returns the one that reverts it, which is refused where somebody has changed the object by then. Of its messages,
 * only warnings are shown. It asks nothing: a redo has asked before, and what an undo reverts is asked about when it is redone.
 */
const revertStep = async (step: UndoStep, { type }: Direction, world: World, find: Find): Promise<UndoStep> => {
  if (!('command' in step)) return restoreFields(step, world)
  const { command: id, args, reverse, name } = step
  const command = find(id)
  if (!command) throw new Error(`There is no command called ${id}.`)
  const refusal = unavailableReason(command, world)
  if (refusal !== null) throw new Error(refusal)
  await refuseIfChanged(step, world)
  const { call, made } = notingMade(world)
  await command.run(
    args,
    worldWith(world, { call, tell: (text, { category } = {}) => category && world.tell(text, { category }) }),
  )
  const anew = made()
  if (anew) return { ...anew, ...(name && { name }) }
  return withAsNow({ ...reverse, reverse: { command: id, args }, ...(name && { name }) }, world, type === 'UNDONE')
}

/** The object that a step is about, by what its call names. */
const objectOf = (step: UndoStep): string => JSON.stringify('command' in step ? step.args : step.params)

const revertSteps = async (
  steps: readonly UndoStep[],
  direction: Direction,
  world: World,
  find: Find,
): Promise<Reverted> => {
  const reverse: UndoStep[] = []
  const failures = new Map<UndoStep, unknown>()
  const carryOut = async (step: UndoStep) => {
    try {
      reverse.unshift(await revertStep(step, direction, world, find))
    } catch (failure) {
      failures.set(step, failure)
    }
  }
  // Of one object, each step changes the version that the next one is based on.
  const carryOutAll = async (some: readonly UndoStep[]): Promise<void> =>
    inTurns([...grouped(some, objectOf).values()], async (ofObject) => {
      for (const step of ofObject) await carryOut(step)
    })
  // An object is deleted last: only then is it as it was when it was made.
  const isDeletion = (step: UndoStep): boolean => 'command' in step && step.asLeft !== undefined
  await carryOutAll(steps.filter((step) => !isDeletion(step)))
  await carryOutAll(steps.filter(isDeletion))
  const failed = steps.flatMap((step) => (failures.has(step) ? [{ step, failure: failures.get(step) }] : []))
  return { failed, reverse }
}

/** Whether nobody has found yet that an action cannot be undone. */
const isOpen = ({ refusal }: UndoEntry): boolean => refusal === null

/** Says which action comes next once one was refused: it may be of another screen, and long ago. */
const nextWords = (entry: UndoEntry, { verb, stack }: Direction, world: World): string => {
  const entries = world.undoable?.()[stack] ?? []
  const before = entries
    .slice(
      0,
      entries.findIndex(({ id }) => id === entry.id),
    )
    .findLast(isOpen)
  return before ? ` ${verb} again for the one before it: ${before.text}` : ''
}

/** Refuses an action that has no undo, once: the next undo passes over it. */
const refuse = (entry: UndoEntry, direction: Direction, world: World): never => {
  world.send('undo', { type: 'REFUSED', id: entry.id, refusal: NO_UNDO })
  throw new Error(`${entry.text}: this cannot be undone.${nextWords(entry, direction, world)}`)
}

const revert = async (entry: UndoEntry, direction: Direction, world: World, find: Find): Promise<void> => {
  const { type, said } = direction
  const { failed, reverse } = await revertSteps(entry.steps, direction, world, find)
  const { id, text, steps } = entry
  const reversed = { ...entry, id: world.newId(), at: world.now(), steps: reverse, refusal: null }
  const again = leftOf(failed)
  // Where nothing of the rest can ever be undone, it stays, and says why.
  const left = again.length > 0 ? again : failed.map(({ step }) => step)
  if (left.length < steps.length) world.send('undo', { type, id, left, reverse: reverse.length > 0 ? reversed : null })
  const [first] = failed
  if (first === undefined) {
    world.send('toasts', { type: 'DISMISS', id })
    world.tell(`${said}: ${text}`)
    return
  }
  const { failure } = first
  const sentence = failureSentence(failure)
  const isRefused = again.length === 0
  if (isRefused) world.send('undo', { type: 'REFUSED', id, refusal: sentence })
  const next = isRefused ? nextWords(entry, direction, world) : ''
  if (steps.length > 1) throw new Error(`${partlyUndone(entry, failed, said)}${next}`, { cause: failure })
  // Once the server answers again, nothing else would tell that it was not undone.
  if (isUnanswered(failure)) throw new Error(`${direction.refused}: ${text}. ${sentence}`, { cause: failure })
  throw next === '' ? failure : new Error(`${sentence}${next}`, { cause: failure })
}

/** The entry that a line names by its number or id, else the newest that is still open. */
const entryOf = (stack: Direction['stack'], named: string | undefined, world: World): UndoEntry | undefined => {
  const entries = world.undoable?.()[stack] ?? []
  return named === undefined
    ? entries.findLast(isOpen)
    : entries.find((each) => each.id === named || String(each.number) === named)
}

/** The question before an action is redone: what each of its commands would ask; null where none asks. */
const questionOfRedo = (named: string | undefined, world: World, find: Find): Confirmation | null => {
  const commands = (entryOf('undone', named, world)?.steps ?? []).flatMap((step) => {
    const command = 'command' in step ? find(step.command) : null
    return command?.confirm && 'command' in step ? [{ command, confirmation: command.confirm(step.args, world) }] : []
  })
  const [first] = commands
  const asked = commands.flatMap(({ confirmation }) => confirmation ?? [])
  return confirmationOfAll(asked, nounsOf(first && bulkArgumentOf(first.command)?.kind))
}

/** Whether an action would delete the object whose form has unsaved changes, and them with it. */
const losesDraft = ({ steps }: UndoEntry, { presence, focus }: World, find: Find): boolean =>
  presence?.()?.isDirty === true &&
  steps.some(
    (step) =>
      'command' in step &&
      find(step.command)?.effect === 'destroy' &&
      Object.values(step.args).some((id) => id === focus?.id),
  )

/** Why nothing may be undone or redone now; null where it may. */
const hindrance = (
  entry: UndoEntry | undefined,
  { verb, past }: Direction,
  world: World,
  find: Find,
): string | null => {
  const opening = world.presence?.()?.opening ?? null
  // It would act in the project that is being left, or in the one that is opened.
  if (opening !== null) return `“${opening}” is being opened. Nothing was ${past}.`
  if (isAtWork(world)) return `An action is still at work: ${verb.toLowerCase()} once it has ended.`
  if (entry && losesDraft(entry, world, find))
    return `Nothing was ${past}: it would delete what this form edits, and the changes that are not saved. Save or discard them first.`
  return null
}

/** Undoes and redoes actions of the session: without a name, the newest that still can be. */
export const reverter = (find: Find) => {
  const inDirection = (direction: Direction) => {
    const verb = direction.verb.toLowerCase()
    return async (named: string | undefined, world: World) => {
      const entry = entryOf(direction.stack, named, world)
      const why = hindrance(entry, direction, world, find)
      if (why !== null) throw new Error(why)
      if (entry?.steps.length === 0) return refuse(entry, direction, world)
      // The same entry must not be undone twice by a key that is pressed twice.
      if (entry) return atWork(world, () => revert(entry, direction, world, find))
      if (named !== undefined) throw new Error(`There is no action “${named}” to ${verb}.`)
      world.tell(`Nothing to ${verb}`)
    }
  }
  return {
    undo: inDirection({
      verb: 'Undo',
      stack: 'done',
      type: 'UNDONE',
      said: 'Undid',
      past: 'undone',
      refused: 'Not undone',
    }),
    redo: inDirection({
      verb: 'Redo',
      stack: 'undone',
      type: 'REDONE',
      said: 'Redid',
      past: 'redone',
      refused: 'Not redone',
    }),
    questionOfRedo: (named: string | undefined, world: World) => questionOfRedo(named, world, find),
  }
}
