import type { UndoStep } from '../../../../machines/undo.ts'
import type { Command } from '../command.ts'
import type { World } from '../world.ts'
import { keepsFields, recordFields } from './stored-fields.ts'

type Values = Readonly<Record<string, unknown>>
type Message = Parameters<World['tell']>

/** A world with some effects of its own. Its readings stay those of the moment. */
export const worldWith = (world: World, own: Partial<World>): World => Object.assign(Object.create(world), own)

/** One call of a command: the world to carry it out in, its undo, and its messages, which are shown when the undo is known. */
export type Recording = {
  readonly world: World
  readonly steps: () => readonly UndoStep[]
  readonly messages: readonly Message[]
}

/** Records what undoes a call of a command. Arguments that are secret are never recorded, so such a call has no undo. */
export const record = (command: Command, args: Values, world: World): Recording => {
  const { undo } = command
  const messages: Message[] = []
  const quiet = { tell: (...message: Message) => void messages.push(message) }
  if (undo === undefined || command.secret.some((key) => args[key] !== undefined))
    return { world, steps: () => [], messages }
  if (undo !== 'fields') {
    const reverse = undo(args, world)
    const steps = reverse ? [{ command: reverse.id, args: reverse.args, reverse: { command: command.id, args } }] : []
    return { world: worldWith(world, quiet), steps: () => steps, messages }
  }
  const steps: UndoStep[] = []
  let isWhole = true
  const call: World['call'] = async (operation, input) => {
    const change = () => world.call(operation, input)
    if (!keepsFields(operation)) return change()
    const { answer, step } = await recordFields(operation, Object(input), world, change)
    if (step) steps.unshift(step)
    else isWhole = false
    // What comes back is the answer of the endpoint that was named.
    return answer as Awaited<ReturnType<typeof change>>
  }
  return { world: worldWith(world, { ...quiet, call }), steps: () => (isWhole ? steps : []), messages }
}
