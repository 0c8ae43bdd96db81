import { type Command, command } from '../command.ts'
import { entryChoices, nextEntryWords } from './entries.ts'
import { reverter } from './revert.ts'

/** Undo and redo of the session's actions, by the commands that `find` knows. */
export const undoCommands = (find: (id: string) => Command | null): readonly Command[] => {
  const { undo, redo, questionOfRedo } = reverter(find)
  return [
    command({
      id: 'toast.undo',
      words: 'undo',
      title: 'Undo',
      pending: 'Undoing',
      icon: 'reload',
      keys: 'z',
      undo: 'unneeded',
      args: { 'entry?': 'string' },
      prompts: { entry: 'Which action?' },
      choices: { entry: entryChoices('done') },
      without: { entry: nextEntryWords('done') },
      run: ({ entry }, world) => undo(entry, world),
    }),
    command({
      id: 'toast.redo',
      words: 'redo',
      title: 'Redo',
      pending: 'Redoing',
      icon: 'reload',
      keys: 'Shift+z',
      undo: 'unneeded',
      args: { 'entry?': 'string' },
      prompts: { entry: 'Which action?' },
      choices: { entry: entryChoices('undone') },
      without: { entry: nextEntryWords('undone') },
      // A deletion asks again, as it did before: a key that is pressed once too often must not delete.
      confirm: ({ entry }, world) => questionOfRedo(entry, world),
      run: ({ entry }, world) => redo(entry, world),
    }),
  ]
}
