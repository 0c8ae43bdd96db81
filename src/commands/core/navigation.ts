import { command } from './command.ts'

/** Commands for leaving unsaved changes and for loading again. */
export const navigationCommands = [
  command({
    id: 'navigation.leave',
    words: 'leave page',
    title: 'Leave and discard',
    args: {},
    hidden: true,
    publicToo: true,
    run: (_, world) => world.send('navigation', { type: 'LEAVE' }),
  }),
  command({
    id: 'navigation.stay',
    words: 'stay here',
    title: 'Keep editing',
    args: {},
    hidden: true,
    publicToo: true,
    run: (_, world) => world.send('navigation', { type: 'STAY' }),
  }),
  command({
    id: 'screen.retry',
    words: 'load again',
    title: 'Try again',
    args: {},
    hidden: true,
    publicToo: true,
    run: (_, world) => world.send('screen', { type: 'RETRY' }),
  }),
  command({
    id: 'problem.dismiss',
    words: 'dismiss problem',
    title: 'Dismiss',
    icon: 'close',
    hidden: true,
    publicToo: true,
    args: {},
    // Whatever is done next takes it away; so does this, which does nothing else.
    run: () => {},
  }),
  command({
    id: 'page.reload',
    words: 'reload page',
    title: 'Reload the page',
    icon: 'reload',
    publicToo: true,
    args: {},
    // The empty address is the page's own.
    run: (_, world) => world.leave(''),
  }),
]
