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
    run: (_, world) => world.send('draft', { type: 'REPLACE' }),
  }),
  command({
    id: 'form.discard',
    words: 'discard changes',
    title: 'Discard',
    publicToo: true,
    args: {},
    run: (_, world) => world.send('draft', { type: 'DISCARD' }),
  }),
]
