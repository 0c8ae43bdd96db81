import type { UndoEntry } from '../../../../machines/undo.ts'
import type { World } from '../world.ts'

/** The number of an entry in a line: 1 is the newest. */
export const numberOf = (entry: UndoEntry, entries: readonly UndoEntry[]): number =>
  entries.length - entries.indexOf(entry)

/** The words for an action that nothing undoes. */
export const NO_UNDO = 'cannot be undone'

/** The entries of a stack to choose from, newest first: each with its message and age, and why it can no longer be undone. */
export const entryChoices = (stack: 'done' | 'undone') => (world: World) => {
  const entries = world.undoable?.()[stack] ?? []
  return entries.toReversed().map((entry) => ({
    value: String(numberOf(entry, entries)),
    note: [entry.text, ageOf(entry.at, world.now()), entry.steps.length === 0 ? NO_UNDO : entry.refusal]
      .filter(Boolean)
      .join(' · '),
  }))
}

const MINUTE_MS = 60_000

const ageOf = (atMs: number, nowMs: number): string => {
  const minutes = Math.floor((nowMs - atMs) / MINUTE_MS)
  return minutes < 1 ? 'just now' : minutes < 60 ? `${minutes} min ago` : `${Math.floor(minutes / 60)} h ago`
}
