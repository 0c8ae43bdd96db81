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
    run(_, world) {
      // The form keeps its draft for a reload; this one is not to come back.
      world.send('draft', { type: 'DISCARD' })
      world.send('navigation', { type: 'LEAVE' })
    },
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
    async run(_, world) {
      // Without an answer the reload would end on the browser's own error page.
      await world.call('health.read', {})
      // The empty address is the page's own.
      world.leave('')
    },
  }),
  command({
    id: 'connection.try',
    words: 'try server',
    title: 'Try now',
    pending: 'Trying',
    icon: 'reload',
    publicToo: true,
    hidden: true,
    args: {},
    run: (_, world) => world.send('connection', { type: 'TRY' }),
  }),
]
