import type { UndoStep } from '../../../machines/undo.ts'
import type { Command } from '../core/command.ts'
import { refuseIfChanged } from '../core/undo/as-left.ts'
import type { FailedStep } from '../core/undo/partly-undone.ts'
import { restoreFields } from '../core/undo/stored-fields.ts'
import type { World } from '../core/world.ts'
import { headlessCommandById } from './book.ts'

type Effects = {
  readonly world: World
  /** Carries out a command. */
  readonly perform: (command: Command, args: Readonly<Record<string, unknown>>) => Promise<unknown>
}

/** Carries out the steps that undo a command, one after the other, and returns those that failed: the others are done all the same. */
export const revertSteps = async (
  steps: readonly UndoStep[],
  { world, perform }: Effects,
): Promise<readonly FailedStep[]> => {
  const failed: FailedStep[] = []
  for (const step of steps) {
    try {
      if ('command' in step) {
        await refuseIfChanged(step, world)
        await perform(commandOf(step.command), step.args)
      } else await restoreFields(step, world)
    } catch (failure) {
      failed.push({ step, failure })
    }
  }
  return failed
}

const commandOf = (id: string): Command => {
  const command = headlessCommandById(id)
  if (!command) throw new Error(`${id} needs a screen.`)
  return command
}
