import type { UndoContext, UndoEntry, UndoStep } from '../../../machines/undo.ts'
import { newEntry } from '../../commands/core/undo/entries.ts'
import type { World } from '../../commands/core/world.ts'
import { machineOf } from './machines-of.ts'
import type { AppActor } from './view-effects.ts'

/** The actions of the session that can be undone, for the world of commands. */
export const undoableIn = (app: AppActor) => ({
  /** Stores an action with the steps that undo it, and returns its id. */
  add(text: string, steps: readonly UndoStep[], world: World): string {
    const id = world.newId()
    machineOf(app, 'undo')?.send({ type: 'DID', entry: newEntry({ id, text, steps }, world) })
    return id
  },
  /** The actions of the open project. */
  here(world: World): UndoContext {
    const context = machineOf(app, 'undo')?.getSnapshot().context
    const isHere = (each: UndoEntry) => each.projectId === (world.project?.id ?? null)
    return { done: context?.done.filter(isHere) ?? [], undone: context?.undone.filter(isHere) ?? [] }
  },
})
