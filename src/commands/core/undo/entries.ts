import type { UndoEntry } from '../../../../machines/undo.ts'
import type { World } from '../world.ts'

/** The number of the next action: undoing and redoing others changes no number, so that a line names the same action for good. */
const nextNumber = (world: World): number => {
  const { done, undone } = world.undoable?.() ?? { done: [], undone: [] }
  return [...done, ...undone].reduce((most, { number }) => Math.max(most, number), 0) + 1
}

/** An action of the open project that has just happened. */
export const newEntry = (parts: Pick<UndoEntry, 'id' | 'text' | 'steps'>, world: World): UndoEntry => ({
  ...parts,
  number: nextNumber(world),
  at: world.now(),
  projectId: world.project?.id ?? null,
  refusal: null,
})

/** The words for an action that nothing undoes. */
export const NO_UNDO = 'cannot be undone'

/** The entries of a stack to choose from, newest first: each with its message and age, and why it can no longer be undone. */
export const entryChoices = (stack: 'done' | 'undone') => (world: World) => {
  const entries = world.undoable?.()[stack] ?? []
  return entries.toReversed().map((entry) => ({
    value: String(entry.number),
    note: [entry.text, ageOf(entry.at, world.now()), entry.steps.length === 0 ? NO_UNDO : entry.refusal]
      .filter(Boolean)
      .join(' · '),
  }))
}

/** The action that is undone or redone where none is named; null where there is none. */
export const nextEntryWords = (stack: 'done' | 'undone') => (world: World) => {
  const entry = world.undoable?.()[stack].findLast(({ refusal }) => refusal === null)
  if (!entry) return null
  return [entry.text, ageOf(entry.at, world.now()), ...(entry.steps.length === 0 ? [NO_UNDO] : [])].join(' · ')
}

const MINUTE_MS = 60_000

const ageOf = (atMs: number, nowMs: number): string => {
  const minutes = Math.floor((nowMs - atMs) / MINUTE_MS)
  return minutes < 1 ? 'just now' : minutes < 60 ? `${minutes} min ago` : `${Math.floor(minutes / 60)} h ago`
}
