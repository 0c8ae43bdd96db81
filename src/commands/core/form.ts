import { command } from './command.ts'

/** Commands of the open form. */
export const formCommands = [
  command({
    id: 'form.save',
    words: 'save form',
    title: 'Save',
    pending: 'Saving',
    effect: 'write',
    keys: 'Mod+s',
    keyScope: 'form',
    publicToo: true,
    args: {},
    run: (_, world) => world.send('draft', { type: 'SAVE' }),
  }),
  command({
    id: 'form.replace',
    words: 'replace version',
    title: 'Replace their version',
    pending: 'Saving',
    effect: 'write',
    publicToo: true,
    args: {},
    confirmTyped: () => ({
      question: 'Replace the version of the other person?',
      effects: ['Your changes are saved, and theirs are lost.'],
      word: null,
      button: 'Replace version',
    }),
    run: (_, world) => world.send('draft', { type: 'REPLACE' }),
  }),
  command({
    id: 'form.discard',
    words: 'discard changes',
    title: 'Discard',
    publicToo: true,
    args: {},
    confirmTyped: () => ({
      question: 'Discard your changes?',
      effects: ['What you typed into this form and did not save is lost.'],
      word: null,
      button: 'Discard changes',
    }),
    run: (_, world) => world.send('draft', { type: 'DISCARD' }),
  }),
]
