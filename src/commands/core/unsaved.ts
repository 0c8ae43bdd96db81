import type { Command } from './command.ts'
import { keyKindOf } from './key-bindings.ts'
import type { World } from './world.ts'

/** The steps through earlier actions, each with its past form and with what its line shows. */
const STEPS: Readonly<Record<string, readonly [done: string, does: string]>> = {
  'toast.undo': ['undone', 'Type “undo” in the console to see what it would undo.'],
  'toast.redo': ['redone', 'Type “redo” in the console to see what it would redo.'],
}

/**
 * Why a key does not act while a form has unsaved changes: its command would change or run the stored object, and its outcome would read as
 * if it were about what the form shows. Keys of a marked row are about that row. Null where the key acts.
 */
export const unsavedReason = (command: Command, world: World): string | null => {
  if (!world.presence?.()?.isDirty) return null
  const step = STEPS[command.id]
  if (step) return `Nothing was ${step[0]}, because this form has unsaved changes. ${step[1]}`
  const { focus } = world
  if (command.effect === 'read' || !focus || focus.isRow || keyKindOf(command) !== focus.kind) return null
  return `“${command.title}” is about the stored version, without the unsaved changes of this form. Save them first, or type “${command.words}” in the console.`
}
