import type { PreferencesEvent } from '../../../../machines/preferences.ts'
import type { UndoStep } from '../../../../machines/undo.ts'
import { contract, type EndpointName } from '../../../contract/contract.ts'
import type { WebEndpoint } from '../../../contract/core/web-endpoint.ts'
import { bulkArgumentOf } from '../argument.ts'
import type { Command } from '../command.ts'
import { secretsOf } from '../line/mask-secrets.ts'
import { entityOf } from '../naming.ts'
import { type World, worldWith } from '../world.ts'
import { newEntry } from './entries.ts'
import { preferencesStep } from './preferences-step.ts'
import { isMaking, removalOf } from './removals.ts'
import { atWork } from './running.ts'
import { keepsFields, recordFields } from './stored-fields.ts'

type Values = Readonly<Record<string, unknown>>
type Message = Readonly<Parameters<World['tell']>>

/** An action as it is recorded: the world to carry it out in, the steps that undo it, and its messages, which are shown once those are known. */
export type Recording = {
  readonly world: World
  readonly steps: () => readonly UndoStep[]
  /** Hands over the messages of the action, which has ended: later ones are shown at once. */
  readonly end: () => readonly Message[]
  /** Whether it has changed something that people would undo. */
  readonly hasChanged: () => boolean
  /** Whether it has called what changes something that people would undo. */
  readonly hasWritten: () => boolean
}

/** Whether a call of an endpoint can be undone by what is recorded of it. */
export const isRecordable = (operation: EndpointName): boolean => keepsFields(operation) || isMaking(operation)

const isChange = (operation: EndpointName): boolean => {
  const { effect, changes }: WebEndpoint = contract[operation]
  return effect !== 'read' && changes !== false
}

/**
 * Records the calls of an action with what undoes them: deletion for a monitor that it makes, and the fields before for what it changes, those
 * of the person's preferences too.
 * Where a call cannot be undone, nothing undoes the action.
 */
const recordCalls = (world: World, { isRecorded = true } = {}): Recording => {
  const messages: Message[] = []
  let hasEnded = false
  const tell: World['tell'] = (text, options) => {
    if (hasEnded) world.tell(text, options)
    else messages.push([text, options])
  }
  const steps: UndoStep[] = []
  const made = new Set<string>()
  let [hasChanged, hasWritten, isWhole] = [false, false, true]
  const note = (step: UndoStep | 'unchanged' | null, isOfMade: boolean): void => {
    if (step === 'unchanged') return
    hasChanged = true
    if (step === null) isWhole &&= isOfMade
    else steps.unshift(step)
    if (step && 'command' in step) for (const id of Object.values(step.args)) made.add(String(id))
  }
  const send: World['send'] = (machine, event) => {
    const step = machine === 'preferences' ? preferencesStep(event as PreferencesEvent, world) : null
    if (step) note(step, false)
    world.send(machine, event)
  }
  const call: World['call'] = async (operation, input) => {
    const change = () => world.call(operation, input)
    if (!isChange(operation)) return change()
    hasWritten = true
    const { params }: { params?: Readonly<Record<string, string>> } = Object(input)
    // What is made goes as a whole, with all that was done to it.
    const isOfMade = Object.values(params ?? {}).some((id) => made.has(id))
    const { answer, step } =
      isRecorded && !isOfMade && keepsFields(operation) && !('file' in Object(input))
        ? await recordFields(operation, Object(input), world, change)
        : await change().then((found) => ({
            answer: found,
            step: isRecorded ? removalOf(operation, input, found) : null,
          }))
    note(step, isOfMade)
    // What comes back is the answer of the endpoint that was named.
    return answer as Awaited<ReturnType<typeof change>>
  }
  return {
    world: worldWith(world, { call, tell, send }),
    steps: () => (isWhole ? steps : []),
    end() {
      hasEnded = true
      return messages
    },
    hasChanged: () => hasChanged,
    hasWritten: () => hasWritten,
  }
}

/** Whether a step names an object that was made, and nothing of what it was made from. */
const isOfIds = (step: UndoStep): boolean => 'command' in step && step.reverse.command.endsWith('.restore')

/**
 * Records what undoes a call of a command. Arguments that are secret are never recorded, so such a call has no undo, but for that of what it
 * makes.
 */
export const record = (command: Command, args: Values, world: World): Recording => {
  const { undo } = command
  const isSecret = secretsOf({ command, args }).some((key) => args[key] !== undefined)
  const recording = recordCalls(world, { isRecorded: undo === 'calls' })
  if (undo === 'unneeded') return { ...recording, hasChanged: () => false, hasWritten: () => false }
  if (isSecret) return { ...recording, steps: () => (recording.steps().every(isOfIds) ? recording.steps() : []) }
  if (typeof undo !== 'function') return recording
  const reverse = undo(args, world)
  if (reverse === undefined) return { ...recording, steps: () => [] }
  // Where it was so before, nothing has changed.
  if (!reverse) return { ...recording, hasChanged: () => false }
  const name = nameOf(command, args, world)
  const steps = [
    { command: reverse.id, args: reverse.args, reverse: { command: command.id, args }, ...(name && { name }) },
  ]
  return { ...recording, steps: () => steps }
}

/** The name of the object that a call is about: once it is deleted, nothing else knows it. */
const nameOf = (command: Command, args: Values, world: World): string | undefined => {
  const about = bulkArgumentOf(command)
  return about?.kind ? entityOf(String(args[about.key]), world.entities(about.kind))?.name : undefined
}

/**
 * Shows the messages of an action; the last one has its undo. An action that cannot be undone is noted too: an undo after it is not to
 * undo an earlier one in its place. `unchanged` is said instead where every call left everything as it was.
 */
export const settle = (
  recordings: readonly Recording[],
  { text, title, unchanged }: { readonly text: string | null; readonly title: string; readonly unchanged?: string },
  world: World,
): void => {
  const own = recordings.flatMap((each) => each.end())
  const isUnchanged = recordings.some((each) => each.hasWritten()) && !recordings.some((each) => each.hasChanged())
  if (unchanged !== undefined && isUnchanged) {
    // What a command says of itself would say that it was done.
    for (const [message, options] of own) if (options?.category) world.tell(message, options)
    world.tell(unchanged, { isUnchanged })
    return
  }
  const messages: readonly Message[] = [...own, ...(text ? [[text] as const] : [])]
  const undo = recordings.flatMap((each) => each.steps())
  // Whoever has signed out leaves nothing behind.
  const isNoted = world.signedIn && recordings.some((each) => each.hasChanged())
  if (messages.length === 0 && isNoted) {
    const entry = newEntry({ id: world.newId(), text: title, steps: undo }, world)
    world.send('undo', { type: 'DID', entry })
  }
  for (const [index, [message, options]] of messages.entries()) {
    const isLast = index === messages.length - 1
    world.tell(message, { ...options, ...(isLast && isNoted && { undo }) })
  }
}

/** Carries out an action, and shows its messages with its undo. `title` names it where it shows none. */
export const recorded = async <Result>(
  title: string,
  world: World,
  act: (world: World) => Promise<Result>,
): Promise<Result> => {
  const recording = recordCalls(world)
  try {
    const result = await atWork(world, () => act(recording.world))
    settle([recording], { text: null, title }, world)
    return result
  } catch (failure) {
    // As above: nobody knows how far it went.
    settle([{ ...recording, steps: () => [] }], { text: null, title }, world)
    throw failure
  }
}
