import type { Command } from '../../commands/core/command.ts'
import { keyKindOf, keyScopeOf } from '../../commands/core/key-bindings.ts'
import { unsavedReason } from '../../commands/core/unsaved.ts'
import type { World } from '../../commands/core/world.ts'

/** The marked row that a command would act on; null for commands that act on something else, such as the object that is open. */
const rowActedOn = (command: Command, world: World): { readonly id: string; readonly name: string } | null => {
  const { focus, selection } = world
  if (!focus?.isRow || keyScopeOf(command) !== 'object') return null
  return keyKindOf(command) === focus.kind && selection?.kind !== focus.kind ? focus : null
}

const isInSight = (row: Element): boolean => {
  const { top, bottom } = row.getBoundingClientRect()
  return bottom > 0 && top < innerHeight
}

/**
 * Why a key does not act although its command could: a person would not see what it acts on. A row that was scrolled out of sight is shown
 * first. Null where the key acts.
 */
export const keptBack = (command: Command, world: World): string | null => {
  const unsaved = unsavedReason(command, world)
  if (unsaved !== null) return unsaved
  const acted = rowActedOn(command, world)
  if (!acted) return null
  const row = document.querySelector(`[data-row="${CSS.escape(acted.id)}"]`)
  // A list of cards, or another drawing of the same rows, has no such mark.
  const isDrawn = document.querySelector('[data-row]') !== null
  if (!isDrawn || (row && isInSight(row))) return null
  row?.scrollIntoView({ block: 'center', behavior: 'instant' })
  return row
    ? `“${acted.name}” was out of sight. Press the key again to act on it.`
    : `“${acted.name}” is marked and out of sight. Move to a row, or scroll to it, first.`
}
